#pragma once

/// The FMU under test: its archive, its description, the place where it is unpacked, and how to load it.

#include <filesystem>
#include <memory>

#include "archive.hpp"
#include "description.hpp"
#include "fmi2_api.hpp"
#include "fmi3_api.hpp"
#include "instance.hpp"
#include "temporary_folder.hpp"

namespace conformance {

class Fmu {
 public:
  /// A file, or the folder into which it was unpacked. Throws std::runtime_error if it cannot be read.
  /// `house`: apply house rules to any FMU.
  explicit Fmu(const std::filesystem::path& file, bool house = false);

  const std::filesystem::path& file() const { return file_; }
  const std::filesystem::path& folder() const { return folder_; }
  /// Where checks leave what others need as well; on Windows each process has its own.
  const std::filesystem::path& notes() const { return notes_.path(); }
  const Description& description() const { return description_; }
  const std::vector<ZipEntry>& entries() const { return entries_; }  ///< of the file; none if a folder was given
  void copy_to(const std::filesystem::path& folder) const;           ///< all files of the FMU
  bool house() const { return house_; }

  static const char* platform_folder(int version);
  static const char* library_extension();
  /// Path of the library inside an unpacked FMU.
  std::filesystem::path library_in(const std::filesystem::path& folder) const;
  std::filesystem::path library_file() const { return library_in(folder()); }
  /// The resources of an unpacked FMU as instantiate wants them: a URI for FMI 2.0, a path with a final slash for 3.0.
  std::string resources_in(const std::filesystem::path& folder) const;

  /// A communication step that suits the FMU: from the default experiment, else a small part of it.
  double step() const;
  /// Where the default experiment starts, and where a short run of the checks ends (2 s or 20 steps).
  double start() const { return description_.experiment.start.value_or(0); }
  double horizon() const;
  bool any_step_size() const;  ///< steps of any size are welcome, and end where they should

 private:
  std::filesystem::path file_, folder_;
  std::unique_ptr<TemporaryFolder> unpacked_;  ///< none if a folder was given
  TemporaryFolder notes_{"notes"};
  std::vector<ZipEntry> entries_;
  Description description_;
  bool house_;
};

/// The loaded library; keep it longer than its instances.
class LoadedFmu {
 public:
  explicit LoadedFmu(const Fmu& fmu, Loading loading = Library::usual);
  LoadedFmu(const Fmu& fmu, const std::filesystem::path& folder, Loading loading = Library::usual);

  /// nullptr if the FMU refuses; `environment` (made here if null) then has the messages.
  std::unique_ptr<Instance> try_instantiate(Arguments arguments = {},
                                            std::shared_ptr<Environment> environment = {}) const;
  /// Fails the check if the FMU refuses.
  std::unique_ptr<Instance> instantiate(const Arguments& arguments = {}) const;
  /// Instantiated and initialised, ready to step from experiment.start; fails the check if that is impossible.
  std::unique_ptr<Instance> start(const Experiment& experiment, const Arguments& arguments = {}) const;
  std::unique_ptr<Instance> start(const Arguments& arguments = {}) const {
    return start({fmu_.start(), {}, {}}, arguments);
  }

  std::shared_ptr<Environment> environment(const Arguments& arguments = {}) const;
  const Fmu& fmu() const { return fmu_; }
  const Description& description() const { return fmu_.description(); }
  const Library& library() const { return *library_; }
  const Fmi2Api& fmi2() const { return *fmi2_; }
  const Fmi3Api& fmi3() const { return *fmi3_; }

 private:
  const Fmu& fmu_;
  std::string resources_;
  std::unique_ptr<Library> library_;
  std::unique_ptr<Fmi2Api> fmi2_;
  std::unique_ptr<Fmi3Api> fmi3_;
};

/// Brings an instance to the point where it can step; fails the check if a call is refused.
void initialize(Instance& instance, const Experiment& experiment);

/// The path part of a file URI: percent-encoded, with a slash in front.
std::string path_in_uri(const std::filesystem::path& path);

}  // namespace conformance
