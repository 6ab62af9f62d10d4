#pragma once
/// What the FMI layer asks of a model, and nothing more: it knows no rope.
///
/// Life of a model: built from its description -> values set -> initialise() -> { values set, advance(), outputs() } ...
/// Values are written straight into storage(); the model reads them when it is asked to compute. Any call may throw:
/// integration::StepFailure from advance() (nothing is lost: the caller restores), ModelError with a message for the
/// user, anything else for a broken program. After a throw the model is used again only after restore() or reset().
#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "description/keys.hpp"
#include "fmi/state_bytes.hpp"
#include "fmi/variable_table.hpp"
#include "integration/step_hooks.hpp"

namespace reeve::fmi {

/// Something the user can mend; the message says what and how.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Model {
 public:
  Model() = default;
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  virtual const VariableTable& table() const = 0;
  virtual const Identity& identity() const = 0;
  virtual Storage storage(std::size_t row) = 0;  ///< stays where it is for the life of the model

  virtual void seal() = 0;   ///< the present values become those that reset() brings back
  virtual void reset() = 0;  ///< values and state as when sealed
  virtual void hold() {}     ///< values that keep its drives at rest, for statics; seal() or reset() before any run
  virtual void check(std::vector<std::string>& findings) const = 0;
  virtual void initialise(double t0) = 0;
  /// Values that are allowed, but unlikely to be meant; after outputs() at the start.
  virtual void plausibility(std::vector<std::string>& /*warnings*/) const {}
  /// A real input that may move during a step, within its range.
  struct Ramp {
    std::size_t row{};
    double least{}, most{};
    double base{}, rate{};
    double at(double since) const { return std::clamp(base + rate * since, least, most); }
    /// At this value: an input that has reached the end of its range stays there.
    double rate_at(double value) const { return rate > 0 ? (value < most ? rate : 0) : value > least ? rate : 0; }
  };
  /// Advances from t to hooks.end and returns the time reached. If it throws, the state is as before the call.
  /// `inputs_jumped`: a value was set since the last advance. Inputs that move do so from t on; they may change in hooks.accepted.
  virtual double advance(double t, bool inputs_jumped, std::span<const Ramp> ramps, integration::StepHooks& hooks) = 0;
  virtual void outputs(double t) = 0;  ///< computes outputs and locals from state and inputs

  // --- model exchange: the hybrid system as it is, for models that declare their states ---
  virtual std::size_t state_count() const { return 0; }  ///< 0: co-simulation only
  virtual std::size_t indicator_count() const { return 0; }
  virtual std::span<const double> nominals() const { return {}; }  ///< of the states
  virtual std::span<double> states() { return {}; }                ///< x itself
  virtual void derivatives(double /*t*/, std::span<double> /*dx*/) {}
  virtual void indicators(double /*t*/, std::span<double> /*z*/) {}
  /// Decides the modes until nothing changes; states may be set.
  virtual void update(double /*t*/) {}
  virtual double next_event(double /*t*/) { return std::numeric_limits<double>::infinity(); }
  /// An importer's step has ended: messages, and where the model ends. Changes nothing that any value depends on.
  virtual void completed(double /*t*/, integration::StepHooks& /*hooks*/) {}
  /// Puts derivatives and indicators where their variables are read.
  virtual void show_rates(double /*t*/) {}

  /// One known that moves, element by element of the table's rows; row 0 is time.
  struct Seed {
    std::size_t row, element;
    double value;
  };
  /// One number of a variable.
  struct Scalar {
    std::size_t row, element;
  };
  /// d(unknowns) for the given d(knowns): of outputs, and of derivatives where states are declared; initially through the
  /// equilibrium as well.
  virtual void directional(double t, bool initially, std::span<const Seed> knowns, std::span<const Scalar> unknowns,
                           std::span<double> result) = 0;
  /// Time derivatives of computed variables, inputs moving with the given rates.
  virtual void output_rates(double t, std::span<const Seed> input_rates, std::span<const Scalar> unknowns,
                            std::span<double> result) = 0;

  /// A number that follows from the values at rest and is no variable.
  struct Figure {
    std::string name;
    double value;
    std::string_view unit;
  };
  virtual std::vector<Figure> figures() const { return {}; }

  /// Natural frequencies of small undamped motion about the present point [Hz], ascending; empty if the model has none.
  virtual std::vector<double> natural_frequencies() { return {}; }

  virtual void save(StateWriter& writer) = 0;  ///< changes nothing, but goes the way of load()
  virtual void load(StateReader& reader) = 0;
};

/// One library: how to build its model from a description.
struct ModelKind {
  std::string_view name;  ///< as `model` in a description
  std::unique_ptr<Model> (*build)(const description::Reader& description);
  description::Schema (*schema)();  ///< every key that a description may have
  /// A picture (SVG) of what this description describes; null where one sketch serves all descriptions.
  std::string (*draw)(const description::Reader& description) = nullptr;
};

/// The kind that this library holds; defined once per FMU library.
const ModelKind& entry();

/// Builds a model from the text of a description, applies its [start] section and finishes its table.
std::unique_ptr<Model> build_model(const ModelKind& kind, const description::Node& description,
                                   const std::string& origin);

}  // namespace reeve::fmi
