#include "archive.hpp"

#include <zip.h>

#include <fstream>
#include <memory>
#include <stdexcept>

#include "text.hpp"

namespace conformance {

namespace fs = std::filesystem;

namespace {

struct CloseZip {
  void operator()(zip_t* z) const { zip_discard(z); }
};
struct CloseEntry {
  void operator()(zip_file_t* f) const { zip_fclose(f); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;

Zip open_zip(const fs::path& file) {
  int code = 0;
  Zip zip(zip_open(file.c_str(), ZIP_RDONLY, &code));
  if (zip) return zip;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  throw std::runtime_error(text(file.string(), ": ", reason));
}

ZipEntry read_entry(zip_t* zip, zip_uint64_t index) {
  zip_stat_t stat;
  zip_stat_init(&stat);
  zip_stat_index(zip, index, ZIP_FL_ENC_RAW, &stat);
  ZipEntry entry;
  entry.name = stat.name ? stat.name : "";
  entry.size = stat.size;
  entry.method = stat.comp_method;
  entry.encryption = stat.encryption_method;
  entry.time = stat.mtime;
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  zip_file_get_external_attributes(zip, index, 0, &system, &attributes);
  entry.unix_made = system == ZIP_OPSYS_UNIX || system == ZIP_OPSYS_OS_X;
  entry.mode = attributes >> 16;
  return entry;
}

bool stays_inside(const fs::path& name) {
  if (name.is_absolute()) return false;
  for (const auto& part : name)
    if (part == "..") return false;
  return true;
}

void write_entry(zip_t* zip, zip_uint64_t index, const fs::path& target) {
  const std::unique_ptr<zip_file_t, CloseEntry> file(zip_fopen_index(zip, index, 0));
  if (!file) throw std::runtime_error(text("cannot read ", target.filename().string(), ": ", zip_strerror(zip)));
  std::ofstream out(target, std::ios::binary);
  char block[1 << 16];
  for (zip_int64_t n; (n = zip_fread(file.get(), block, sizeof block)) > 0;) out.write(block, n);
  if (!out) throw std::runtime_error(text("cannot write ", target.string()));
}

}  // namespace

std::vector<ZipEntry> list_entries(const fs::path& zip_file) {
  const auto zip = open_zip(zip_file);
  std::vector<ZipEntry> entries;
  const auto count = zip_get_num_entries(zip.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) entries.push_back(read_entry(zip.get(), static_cast<zip_uint64_t>(i)));
  return entries;
}

void unpack(const fs::path& zip_file, const fs::path& folder) {
  const auto zip = open_zip(zip_file);
  const auto count = zip_get_num_entries(zip.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    const auto entry = read_entry(zip.get(), index);
    if (!stays_inside(entry.name))
      throw std::runtime_error(text("entry ", in_quotes(entry.name), " leads out of the archive"));
    const auto target = folder / entry.name;
    fs::create_directories(entry.is_folder() ? target : target.parent_path());
    if (!entry.is_folder() && !entry.is_symbolic_link()) write_entry(zip.get(), index, target);
  }
}

}  // namespace conformance
