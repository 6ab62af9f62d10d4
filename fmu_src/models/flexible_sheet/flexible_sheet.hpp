#pragma once
/// A flexible sheet of rigid nodes in relative coordinates: paper, film, foil, clamped at one edge or free.
///
///   x along the length from the clamped edge, y up, z along the width; gravity along -y
///   the clamp follows its inputs:  h'' = w^2 (u - h) + 2 w (u' - h'),  the angle likewise                  (T-SHT.21)
///   a free sheet may pass nips, pairs of rollers whose speeds are inputs                          (T-SHT.25 to T-SHT.30)
///
/// Life: FlexibleSheet(structure) -> values set -> check -> initialise (flat or in equilibrium, at rest) -> { values set, advance,
/// outputs } ... No output but a nip's force and slip depends directly on an input. Theory: mechanics/theory/sheet.md.
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "integration/dopri5.hpp"
#include "integration/rosenbrock.hpp"
#include "integration/step_hooks.hpp"
#include "math/dual.hpp"
#include "mechanics/flexible_sheet/nip.hpp"
#include "mechanics/flexible_sheet/sheet_matrix.hpp"

namespace reeve::models {

/// No equilibrium that Newton's method can find; the message says why and what to change.
class NoSheetEquilibrium : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class FlexibleSheet {
 public:
  struct Structure {
    int nodes_length{15};  ///< n1
    int nodes_width{11};   ///< n2, odd: the master sits in the middle
    std::vector<std::string> nip{};  ///< names
  };
  static constexpr int kMostNodes = 10000, kMostNips = 8;
  static constexpr double kNipTolerance = 1e-5;  ///< of the default experiment with nips: 9 um at the tip of a banknote after 0.6 s

  enum Boundary { kClamped = 1, kFree = 2 };
  enum Start { kFlat = 1, kEquilibrium = 2 };
  enum Method { kAutomatic = 1, kExplicit = 2, kImplicit = 3 };

  /// What an importer sees.
  template <class S>
  struct Values {
    struct Sheet {
      S length{0.3}, width{0.21}, thickness{1e-4};  ///< [m]
      S E{2e9};                                     ///< [Pa]
      S nu{0.2};
      S density{770.0};         ///< [kg/m3]
      S loop_stiffness{1e-3};   ///< part of E t
      S damping{1e-3};          ///< beta [s]
      int joint{2};             ///< mechanics::JointKind
      int tree{1};              ///< mechanics::TreeKind
      int element{1};           ///< mechanics::PlateKind
      int boundary{kClamped};
    } sheet;
    struct Clamp {
      double bandwidth{100.0};  ///< w [rad/s]
    } clamp;
    struct Solver {
      int method{kAutomatic};
      double step{0.02};  ///< largest [s]
      double tolerance{1e-6};  ///< that of the default experiment
    } solver;
    struct Nip {
      mechanics::NipProperties<S> roller;
      S speed{0.0};                        ///< of the surface [m/s]
      S force{}, slip{}, normal{};         ///< on the sheet [N], [m/s], [N]
    };
    std::vector<Nip> nip;
    S gravity{9.81};  ///< [m/s2]
    int start{kFlat};

    S clamp_height{0.0}, clamp_angle{0.0};            ///< [m], [rad]
    S clamp_height_rate{0.0}, clamp_angle_rate{0.0};  ///< [m/s], [rad/s]

    S tip_x{}, tip_y{};        ///< middle of the free edge [m]
    S max_drop{};              ///< [m]
    S corner_spread{};         ///< [m]
    S clamp_position{};        ///< height of the clamp as it is [m]
    S total_energy{};          ///< [J]
    S elastic_energy{}, kinetic_energy{};
    S roller_work{}, friction_loss{};  ///< of all nips since the start [J]
    S nip_energy{};                    ///< of the springs that hold the sheet [J]
    std::vector<S> node_x, node_y, node_z;  ///< [m]
  };

  struct State {
    std::vector<double> x;               ///< see Place
    integration::Dopri5::Memory memory;  ///< of the explicit solver
    double step{};                       ///< next step of the implicit solver [s]; 0 = choose one
    struct Matrix {                      ///< where and for which step the implicit solver's matrix was taken
      std::vector<double> x;
      double height_acceleration{}, angle_acceleration{};  ///< of the clamp, there
      std::vector<double> speed;                           ///< of the nips, there [m/s]
      double gamma_step{};                                 ///< [s]; 0 = none taken yet
      int age{};                                           ///< steps made with it
      long number{};                                       ///< which one it was; not restored
    } matrix;
    bool warned{};

    template <class Archive>
    void fields(Archive& archive) {
      archive(x, step, matrix.x, matrix.height_acceleration, matrix.angle_acceleration, matrix.speed, matrix.gamma_step,
              matrix.age, warned);
      memory.fields(archive);
    }
  };

  explicit FlexibleSheet(Structure structure);
  ~FlexibleSheet();
  FlexibleSheet(const FlexibleSheet&) = delete;
  FlexibleSheet& operator=(const FlexibleSheet&) = delete;

  const Structure& structure() const { return structure_; }
  State blank_state();
  template <class S>
  Values<S> defaults() const;

  void check(const Values<double>& p, std::vector<std::string>& findings) const;
  /// Throws NoSheetEquilibrium.
  void initialise(double t0, const Values<double>& p, State& state);
  static void inputs_jumped(State& state) { state.memory.slope_valid = false; }
  void restored(const Values<double>& p, const State& state);
  double advance(double t, const Values<double>& p, State& state, integration::StepHooks& hooks);
  std::vector<double> rate(double t, const State& state, const Values<double>& p);

  template <class S>
  void outputs(S t, std::span<const S> x, const State& state, Values<S>& values);
  /// Continuous start state with its derivatives, by implicit differentiation of the equilibrium.
  template <class S>
  std::vector<S> start(const Values<S>& p, const State& solved);

  /// The ten lowest natural frequencies [Hz] of small undamped motion about the present pose, clamp at rest.
  std::vector<double> frequencies(const State& state, const Values<double>& p);

  /// What tests and the benchmark look at: linear and angular momentum about the origin, and what a second cost.
  struct Momenta {
    mechanics::Vec3<double> linear, angular;
  };
  Momenta momenta(const State& state, const Values<double>& p);
  long evaluations() const { return evaluations_; }
  long factorisations() const { return factorisations_; }
  int iterations() const { return iterations_; }  ///< of Newton's method at the last start

 private:
  /// Where things are in x. Clamp: height, angle and their rates. Root (free sheet): position, quaternion, velocity, spin. Behind
  /// the joints' coordinates and rates, where there are nips: work of the rollers and loss in friction.
  enum Place : std::size_t { kHeight, kAngle, kHeightRate, kAngleRate, kPosition, kTurn = 7, kVelocity = 11, kSpin = 14, kQ = 17 };
  std::size_t coordinates() const { return 3 * static_cast<std::size_t>(structure_.nodes_length * structure_.nodes_width); }
  std::size_t rates() const { return kQ + coordinates(); }
  std::size_t works() const { return kQ + 2 * coordinates(); }
  std::size_t size() const { return works() + (structure_.nip.empty() ? 0 : 2); }

  struct Motion;
  template <class S>
  static mechanics::SheetProperties<S> properties(const Values<S>& p);
  template <class S>
  mechanics::SheetRoot<S> root(std::span<const S> x) const;
  template <class S>
  void pose(mechanics::Sheet<S>& sheet, std::span<const S> x, bool with_rates) const;
  void prepare(const Values<double>& p);
  bool uses_implicit(const Values<double>& p) const;
  double fastest(const Values<double>& p) const;

  void first_guess(const Values<double>& p, std::vector<double>& x) const;
  void equilibrium(const Values<double>& p, State& state);
  double implicit_step(double t, const Values<double>& p, State& state, integration::StepHooks& hooks);
  bool take_matrix(const Values<double>& p, State& state, double gamma_step);
  bool has_matrix_of(const State& state) const { return matrix_taken_ && state.matrix.number == matrix_number_; }
  void add_nips(const Values<double>& p, const std::vector<double>& speed);
  void warn_once(const Values<double>& p, State& state, integration::StepHooks& hooks) const;

  Structure structure_;
  std::optional<mechanics::SheetTree> tree_;
  std::optional<mechanics::Sheet<double>> sheet_;
  std::optional<mechanics::Sheet<math::Dual>> dual_;
  std::optional<mechanics::SheetDynamics> dynamics_;
  std::optional<mechanics::SheetMatrix> matrix_;
  std::unique_ptr<Motion> motion_;
  integration::Dopri5 explicit_;
  integration::Rosenbrock<4> implicit_{integration::kRos34pw2};
  std::vector<double> scale_;
  std::array<double, 4> root_turn_{1, 0, 0, 0};  ///< the free root's quaternion where the matrix was taken
  double factored_{};                            ///< step times gamma that the matrix is factorised for [s]
  long evaluations_{}, factorisations_{}, matrix_number_{};
  int iterations_{};
  bool matrix_taken_{};  ///< matrix_ is that of an implicit step
  struct Prepared {  ///< what the parts below were built for
    mechanics::SheetProperties<double> properties;
    int tree, boundary;
    bool needs_matrix;
    bool operator==(const Prepared&) const = default;
  };
  std::optional<Prepared> prepared_;
};

}  // namespace reeve::models
