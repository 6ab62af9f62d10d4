#pragma once
/// A flexible sheet of rigid nodes in relative coordinates: paper, film, foil, clamped at one edge or free.
///
///   x along the length from the clamped edge, y up, z along the width; gravity along -y
///   the clamp follows its inputs:  h'' = w^2 (u - h) + 2 w (u' - h'),  the angle likewise                  (T-SHT.21)
///   a free sheet may pass nips, pairs of rollers whose speeds are inputs                          (T-SHT.25 to T-SHT.30)
///
/// The rooms are those of models/hybrid.hpp. There are no events. It starts flat or in equilibrium, at rest. No output but a
/// nip's force and slip depends directly on an input. Theory: mechanics/theory/sheet.md.
#include <array>
#include <optional>

#include "mechanics/flexible_sheet/sheet_matrix.hpp"
#include "models/flexible_sheet/places.hpp"
#include "models/flexible_sheet/states.hpp"
#include "models/hybrid.hpp"

namespace reeve::models::flexible_sheet {

/// Where and for which step the implicit solver's matrix was taken: enough to take it again.
struct MatrixBase {
  std::vector<double> x;                               ///< of the largest sheet; the first size() count
  double height_acceleration{}, angle_acceleration{};  ///< of the clamp, there
  std::vector<double> speed;                           ///< of the nips, there [m/s]
  double gamma_step{};                                 ///< [s]; 0 = none taken yet
  int age{};                                           ///< steps made with it
  long number{};                                       ///< which one it was; not restored
};

/// Memory only: the sheet has no modes.
struct Modes {
  MatrixBase base;
  bool warned{};

  template <class Archive>
  void fields(Archive& archive) {
    archive(base.x, base.height_acceleration, base.angle_acceleration, base.speed, base.gamma_step, base.age, warned);
  }
};

class Model {
 public:
  using Structure = flexible_sheet::Structure;
  template <class S>
  using Values = flexible_sheet::Values<S>;
  using Modes = flexible_sheet::Modes;
  template <class S>
  using Start = NothingFixed;
  using State = integration::State<Modes, Start<double>>;
  using Span = std::span<const double>;

  // structure
  explicit Model(Structure structure);
  const Structure& structure() const { return structure_; }

  // values
  template <class S>
  Values<S> defaults() const;
  template <class S>
  void fields(Values<S>& v, variables::List& list) const {
    flexible_sheet::fields(structure_, v, list);
  }
  void blank(Modes& m, Start<double>&) const;

  // dynamics
  void states(const Values<double>& u, variables::States& list) const;
  void prepare(const Values<double>& u, const Start<double>&);
  std::size_t size() const { return places_->size(); }
  Span nominals() const { return nominal_; }
  integration::Solver solver(const Values<double>&) const { return solver_; }
  void derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx);
  /// The same with all their derivatives, also by the parameters; tree and boundary are those of the prepared values.
  void rates(const math::Dual& t, std::span<const math::Dual> x, const Modes& m, const Start<math::Dual>& start,
             const Values<math::Dual>& v, std::span<math::Dual> dx);
  void linearise(double t, Span x, Modes& m, const Values<double>& u, std::span<double> dx);
  bool factor(double h_gamma, Modes& m);
  void solve(Span F, const Modes& m, const Values<double>& u, std::span<double> k);
  bool renewed(Modes& m);

  // events: none
  static std::size_t indicator_count() { return 0; }
  static void indicators(double, Span, const Modes&, const Values<double>&, std::span<double>) {}
  static double next_event(double, const Modes&, const Values<double>&) { return kNever; }
  static bool update(double, std::span<double>, Modes&, const Values<double>&) { return false; }

  // statics
  void initialise(double t0, const Values<double>& u, State& state);
  template <class S>
  void start(const Values<S>& u, const State& solved, std::vector<S>& x, Start<S>&);
  /// The ten lowest natural frequencies [Hz] of small undamped motion about the present pose, clamp at rest.
  std::vector<double> frequencies(const Values<double>& u, const State& state);

  // outputs
  template <class S>
  void outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>&, Values<S>& v);

  // limits
  void check(const Values<double>& u, std::vector<std::string>& findings) const;
  void accepted(double t, Span x, Modes& m, const Values<double>& u, integration::StepHooks& hooks) const;

  // what tests and the benchmark look at
  struct Momenta {
    mechanics::Vec3<double> linear, angular;  ///< about the origin
  };
  Momenta momenta(Span x);
  const Places& places() const { return *places_; }
  int root() const { return tree_->root; }
  long evaluations() const { return evaluations_; }
  long factorisations() const { return factorisations_; }
  int iterations() const { return iterations_; }  ///< of Newton's method at the last start

 private:
  template <class S>
  static mechanics::SheetProperties<S> properties(const Values<S>& u);
  void build(const Values<double>& u, bool needs_matrix);
  double pitch(const Values<double>& u) const;  ///< the smaller one [m]
  void set_nominals(const Values<double>& u);
  bool uses_implicit(const Values<double>& u) const;
  double fastest(const Values<double>& u) const;
  template <class S>
  mechanics::Twist<S> clamp_acceleration(std::span<const S> x, const Values<S>& u) const;
  template <class S>
  void evaluate(PosedSheet<S>& posed, std::span<const S> x, const Values<S>& u, std::span<S> dx) const;
  template <class S>
  void put_root(const Values<S>& u, std::span<S> x) const;
  void first_guess(const Values<double>& u, std::vector<double>& q) const;
  void equilibrium(const Values<double>& u, std::vector<double>& x);
  void renew(MatrixBase& base) const;
  void take_matrix(const MatrixBase& base);
  void add_nips(const std::vector<double>& speed);
  void solve_clamp(Span F, std::span<double> k) const;
  std::vector<double> lowest_modes(int count, int subspace);

  Structure structure_;
  integration::Solver solver_;
  std::vector<double> nominal_;

  // mechanics of the prepared values
  struct Prepared {
    mechanics::SheetProperties<double> properties;
    int tree, boundary;
    bool has_matrix;
    bool operator==(const Prepared&) const = default;
  };
  std::optional<Prepared> prepared_;
  std::optional<mechanics::SheetTree> tree_;
  std::optional<Places> places_;
  std::optional<PosedSheet<double>> posed_;
  std::optional<PosedSheet<math::Dual>> dual_;
  std::optional<mechanics::SheetMatrix> matrix_;

  // the implicit solver's matrix
  MatrixBase here_;  ///< the point at which a step begins
  std::vector<mechanics::NipProperties<double>> roller_;
  double bandwidth_{};                           ///< of the clamp [rad/s]
  std::array<double, 4> root_turn_{1, 0, 0, 0};  ///< the free root's quaternion where the matrix was taken
  double factored_{};                            ///< step times gamma that it is factorised for [s]
  long matrix_number_{};                         ///< of the one in matrix_; 0 = something else is there
  long matrices_{};                              ///< taken so far
  std::vector<double> a_, b_, c_;                ///< scratch, three per node

  long evaluations_{}, factorisations_{};
  int iterations_{};
};

}  // namespace reeve::models::flexible_sheet
