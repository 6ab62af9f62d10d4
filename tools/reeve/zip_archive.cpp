#include "reeve/zip_archive.hpp"

#include <zip.h>

#include <memory>
#include <stdexcept>

namespace reeve::cli {
namespace {

constexpr zip_uint16_t kDosTime = 0;             // midnight
constexpr zip_uint16_t kDosDate = (1 << 5) | 1;  // 1980-01-01, the first day a zip can name
constexpr zip_uint32_t kRegularFile = 0100000u, kReadable = 0644u, kExecutable = 0755u;

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason) {
  throw std::runtime_error("cannot write " + path.string() + ": " + reason);
}

void add(zip_t* archive, const ZipEntry& entry, const std::filesystem::path& path) {
  zip_source_t* source = zip_source_buffer(archive, entry.content.data(), entry.content.size(), 0);
  if (!source) fail(path, zip_strerror(archive));
  const zip_int64_t index = zip_file_add(archive, entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    fail(path, zip_strerror(archive));
  }
  const auto at = static_cast<zip_uint64_t>(index);
  const zip_uint32_t mode = kRegularFile | (entry.executable ? kExecutable : kReadable);
  zip_set_file_compression(archive, at, ZIP_CM_DEFLATE, 9);
  zip_file_set_dostime(archive, at, kDosTime, kDosDate, 0);
  zip_file_set_external_attributes(archive, at, 0, ZIP_OPSYS_UNIX, mode << 16);
}

}  // namespace

std::string read_zip_entry(const std::filesystem::path& path, const std::string& name) {
  const auto refuse = [&](const std::string& reason) {
    return std::runtime_error("cannot read " + path.string() + ": " + reason);
  };
  int code = 0;
  const std::unique_ptr<zip_t, decltype(&zip_discard)> archive(zip_open(path.c_str(), ZIP_RDONLY, &code), &zip_discard);
  if (!archive) throw refuse(std::filesystem::exists(path) ? "it is no zip file" : "there is no such file");
  zip_stat_t entry;
  if (zip_stat(archive.get(), name.c_str(), 0, &entry) != 0) throw refuse("it holds no " + name);
  const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> file(zip_fopen(archive.get(), name.c_str(), 0), &zip_fclose);
  std::string content(entry.size, '\0');
  if (!file || zip_fread(file.get(), content.data(), content.size()) != static_cast<zip_int64_t>(content.size())) {
    throw refuse(name + " is damaged");
  }
  return content;
}

void write_zip(const std::filesystem::path& path, const std::vector<ZipEntry>& entries) {
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
  int code = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (!archive) fail(path, "libzip error " + std::to_string(code));
  try {
    for (const auto& entry : entries) add(archive, entry, path);
  } catch (...) {
    zip_discard(archive);
    throw;
  }
  if (zip_close(archive) != 0) {
    const std::string reason = zip_strerror(archive);
    zip_discard(archive);
    fail(path, reason);
  }
}

}  // namespace reeve::cli
