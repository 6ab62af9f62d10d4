#include "fmu.hpp"

#include <algorithm>
#include <cmath>

#include "fmi2_instance.hpp"
#include "fmi3_instance.hpp"
#include "outcome.hpp"

namespace conformance {

namespace fs = std::filesystem;

Fmu::Fmu(const fs::path& file, bool house) : file_(fs::absolute(file)) {
  if (fs::is_directory(file_)) {
    folder_ = file_;
  } else {
#if defined(CONFORMANCE_WITHOUT_ZIP)
    throw std::runtime_error(text(file.string(), ": on this platform give the folder into which the FMU was unpacked"));
#else
    unpacked_ = std::make_unique<TemporaryFolder>();
    folder_ = unpacked_->path();
    entries_ = list_entries(file_);
    unpack(file_, folder_);
#endif
  }
  description_ = read_description(folder() / "modelDescription.xml");
  house_ = house || fs::exists(folder() / "resources" / "description.toml");
}

/// By hand: std::filesystem::copy of g++ 12 takes any two folders of Windows for the same one.
void Fmu::copy_to(const fs::path& target) const {
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    const auto place = target / fs::relative(entry.path(), folder());
    if (entry.is_directory())
      fs::create_directories(place);
    else
      fs::copy_file(entry.path(), place);
  }
}

const char* Fmu::platform_folder(int version) {
#if defined(_WIN32)
  return version == 2 ? "win64" : "x86_64-windows";
#elif defined(__x86_64__)
  return version == 2 ? "linux64" : "x86_64-linux";
#else
  return version == 2 ? "linux64" : "aarch64-linux";
#endif
}

const char* Fmu::library_extension() {
#if defined(_WIN32)
  return ".dll";
#else
  return ".so";
#endif
}

fs::path Fmu::library_in(const fs::path& folder) const {
  return folder / "binaries" / platform_folder(description_.version) / (description_.identifier + library_extension());
}

namespace {

std::string percent_encoded(const std::string& path) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:";
  constexpr char hex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (plain.find(c) != std::string_view::npos)
      out += c;
    else
      (out += '%') += {hex[byte >> 4], hex[byte & 15]};
  }
  return out;
}

}  // namespace

std::string path_in_uri(const fs::path& path) {
  const auto generic = percent_encoded(path.generic_string());
  return generic.starts_with('/') ? generic : "/" + generic;  // C:/x is /C:/x
}

std::string Fmu::resources_in(const fs::path& folder) const {
  const auto path = folder / "resources";
  return description_.version == 2 ? "file://" + path_in_uri(path) : (path / "").string();
}

double Fmu::step() const {
  const auto& e = description_.experiment;
  if (e.step && *e.step > 0) return *e.step;
  if (const auto it = description_.flags.find("fixedInternalStepSize"); it != description_.flags.end())
    if (const auto h = parse_value(Type::float64, it->second)) return std::get<double>(*h);
  const double length = e.stop.value_or(start() + 1) - start();
  return length > 0 ? length / 100 : 0.01;
}

double Fmu::horizon() const {
  const double stop = description_.experiment.stop.value_or(start() + 1);
  return std::max(std::min(stop, start() + 2), start() + 20 * step());
}

bool Fmu::any_step_size() const {
  return description_.flag("canHandleVariableCommunicationStepSize") &&
         !description_.flags.contains("fixedInternalStepSize");
}

LoadedFmu::LoadedFmu(const Fmu& fmu, Loading loading) : LoadedFmu(fmu, fmu.folder(), loading) {}

LoadedFmu::LoadedFmu(const Fmu& fmu, const fs::path& folder, Loading loading)
    : fmu_(fmu),
      resources_(fmu.resources_in(folder)),
      library_(std::make_unique<Library>(fmu.library_in(folder), loading)) {
  std::vector<std::string> missing;
  if (description().version == 2) {
    fmi2_ = std::make_unique<Fmi2Api>(*library_, description().has_model_exchange);
    missing = fmi2_->missing;
  } else {
    fmi3_ = std::make_unique<Fmi3Api>(*library_);
    missing = fmi3_->missing;
  }
  if (!missing.empty()) fail("the library does not export ", missing.front(), " (see B02)");
}

std::shared_ptr<Environment> LoadedFmu::environment(const Arguments& arguments) const {
  return std::make_shared<Environment>(description(), arguments.instance_name);
}

std::unique_ptr<Instance> LoadedFmu::try_instantiate(Arguments arguments,
                                                     std::shared_ptr<Environment> environment) const {
  if (!environment) environment = this->environment(arguments);
  if (!arguments.token) arguments.token = description().token;
  if (!arguments.resources) {
    arguments.resources = resources_;
    if (description().version == 3 && !fs::exists(fmu_.folder() / "resources")) arguments.null_resources = true;
  }
  if (description().version == 2) return Fmi2Instance::create(*fmi2_, arguments, environment);
  return Fmi3Instance::create(*fmi3_, arguments, environment);
}

std::unique_ptr<Instance> LoadedFmu::instantiate(const Arguments& arguments) const {
  const auto environment = this->environment(arguments);
  auto instance = try_instantiate(arguments, environment);
  if (!instance) fail("instantiate returned NULL: ", environment->log());
  return instance;
}

void initialize(Instance& instance, const Experiment& experiment) {
  auto status = instance.enter_initialization(experiment);
  if (!good(status)) fail("entering initialisation returned ", name(status), ": ", instance.environment().log());
  status = instance.exit_initialization();
  if (!good(status)) fail("leaving initialisation returned ", name(status), ": ", instance.environment().log());
}

std::unique_ptr<Instance> LoadedFmu::start(const Experiment& experiment, const Arguments& arguments) const {
  auto instance = instantiate(arguments);
  initialize(*instance, experiment);
  return instance;
}

}  // namespace conformance
