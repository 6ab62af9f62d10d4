#pragma once

/// Which call is allowed when: one table per version of FMI, one engine that tries every cell of it.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/fmu.hpp"
#include "core/model_exchange.hpp"
#include "core/outcome.hpp"
#include "core/text.hpp"

namespace conformance {

enum Mode : unsigned {
  instantiated = 1u << 0,
  configuration = 1u << 1,
  initialization = 1u << 2,
  event = 1u << 3,
  stepping = 1u << 4,              ///< stepComplete of FMI 2.0, Step Mode of FMI 3.0 without event mode
  stepping_with_events = 1u << 5,  ///< Step Mode of an importer that uses event mode
  reconfiguration = 1u << 6,
  terminated = 1u << 7,
  failed = 1u << 8,           ///< a call returned Error
  continuous_time = 1u << 9,  ///< of model exchange
};
using Modes = unsigned;
constexpr Modes any_step = stepping | stepping_with_events;
constexpr Modes everywhere = (1u << 10) - 1;

enum class Interface { co_simulation, model_exchange };

std::string name(Mode mode);

/// An instance that has been brought into a mode, with what calls may need as arguments.
struct Subject {
  const LoadedFmu& loaded;
  Mode mode;
  Interface interface;
  std::unique_ptr<Instance> instance;
  std::unique_ptr<ModelExchange> functions;  ///< if made for model exchange
  void* state = nullptr;                     ///< saved in this mode, if states can be copied
  std::vector<std::uint8_t> bytes;           ///< the same serialised, if that is possible

  Subject(const LoadedFmu& loaded, Mode mode, Interface interface = Interface::co_simulation);
  ~Subject();
  void* handle() const { return instance->handle(); }
  const Description& description() const { return loaded.description(); }

  /// Value references of a continuous scalar output and input; of no variable if there is none.
  std::array<ValueReference, 2> output_and_input() const;

  /// Reads or writes one variable of the type as this mode allows it, or nothing (n = 0) if there is none.
  Status get(Type type);
  Status set(Type type);
};

/// One function in the table.
struct Row {
  std::string function;
  Modes allowed;    ///< has to succeed
  Modes tolerated;  ///< the standard is silent or divided: anything but a crash
  std::function<Status(Subject&)> call;
  bool claimed = true;       ///< otherwise Error everywhere, because the FMU lacks the capability or the variables
  bool may_discard = false;  ///< Discard is a good answer too
};

std::vector<Row> table_of_fmi2(const Description& description);
std::vector<Row> table_of_fmi3(const Description& description);
std::vector<Row> model_exchange_table(const Description& description);  ///< of either version

/// Tries one cell of the table on an instance brought into its mode, and Reset after it.
void try_row(Subject& subject, const Row& row, Findings& bad);

bool has_output(const Description& description);  ///< a continuous scalar one
bool has_input(const Description& description);

/// Whether the FMU can be brought into the mode at all.
bool reachable(const Description& description, Mode mode);

}  // namespace conformance
