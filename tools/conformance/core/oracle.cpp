#include "oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dopri5.hpp"
#include "outcome.hpp"

namespace conformance {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// The first indicator that is in another domain than before, if any.
std::optional<std::size_t> changed_domain(const Vector& before, const Vector& now) {
  for (std::size_t i = 0; i < now.size(); ++i)
    if ((before[i] > 0) != (now[i] > 0)) return i;
  return std::nullopt;
}

double first_after(const Points& points, double time) {
  const auto it = std::upper_bound(points.begin(), points.end(), time);
  return it == points.end() ? never : *it;
}

class Integration {
 public:
  Integration(Model& model, const Plan& plan)
      : model_(model), plan_(plan), excitation_(model.fmu(), plan.amplitude), observer_(model.fmu().description()) {}

  Run run() {
    start();
    while (t_ < plan_.stop && !run_.ended && !tired()) {
      if (plan_.habit == Habit::rust_fmi ? !euler_step() : !careful_step()) break;
    }
    run_.reached = t_;
    run_.x = x_;
    return std::move(run_);
  }

 private:
  /// By work and not by the clock, so that a run ends at the same point on every machine.
  bool tired() const {
    constexpr double kWorkPerSecond =
        2e7;  // derivatives of states; large FMUs need some time for each, small ones for a call
    const double work = static_cast<double>(run_.evaluations) * (static_cast<double>(x_.size()) + 20);
    return work > plan_.patience * kWorkPerSecond || run_.events.size() > plan_.most_events ||
           run_.steps >= plan_.most_steps;
  }

  void start() {
    t_ = plan_.start;
    if (plan_.prepare) plan_.prepare(model_);
    model_.initialize({plan_.start, {}, {}});
    nominals_ = model_.nominals();
    Event first;
    first.initial = true;
    settle(first);
    h_ = 1e-4 * (plan_.stop - plan_.start);
    if (plan_.habit == Habit::rust_fmi) z_.assign(z_.size(), 0);
  }

  /// Event mode from its entry (or the end of initialisation) to its end.
  void settle(Event& event) {
    event.time = t_;
    event.x = x_;
    if (!event.initial) {
      event.z = model_.indicators();
      if (plan_.before_event) plan_.before_event(model_, event);
      model_.enter_event_mode();
    }
    if (!plan_.input_changes.empty() && (event.initial || event.by_input)) excitation_.apply(model_.instance(), t_);
    event.update = plan_.habit == Habit::open_modelica ? model_.update_once() : model_.update();
    model_.enter_continuous_time_mode();
    if (plan_.after_event) plan_.after_event(model_, event);
    x_ = model_.states();
    if (plan_.habit != Habit::rust_fmi || event.initial) z_ = model_.indicators();
    dx_ = model_.derivatives();
    next_ = event.update.next_defined ? event.update.next : never;
    if (plan_.habit == Habit::open_modelica) next_ = std::nextafter(next_, never);  // strictly later
    run_.ended = event.update.terminate;
    run_.events.push_back(std::move(event));
  }

  double limit() const {
    return std::min({next_, first_after(plan_.input_changes, t_), first_after(plan_.records, t_), plan_.stop});
  }

  bool evaluate(double t, const Vector& x, Vector& dx) {
    ++run_.evaluations;
    model_.set_time(t);
    const auto set = model_.functions().set_states(x.data(), x.size());
    const auto got = good(set) ? model_.functions().get_derivatives(dx.data(), dx.size()) : set;
    expect(good(got) || got == Status::discard, "evaluating at time ", t, " returned ", name(got), ": ",
           model_.instance().environment().log());
    if (plan_.habit == Habit::open_modelica) model_.complete_step();
    return good(got) && all_finite(dx);
  }

  Vector indicators_at(double t, const Vector& x) {
    model_.go_to(t, x);
    return model_.indicators();
  }

  /// One step, tried until it is good; false if it cannot be made.
  bool careful_step() {
    const double end = limit();
    const auto f = [this](double t, const Vector& x, Vector& dx) { return evaluate(t, x, dx); };
    for (int tries = 0; tries < 200; ++tries) {
      const double left = end - t_;
      double h = std::min(h_, left);
      if (left - h < 1e-3 * h) h = left;  // no slivers
      if (t_ + 1e-3 * h == t_ && h < left) return false;
      const double error = rk_.step(f, t_, h, x_, dx_) ? rk_.error(plan_.tolerance, nominals_) : never;
      const double factor = std::isfinite(error) ? std::clamp(0.9 * std::pow(error + 1e-30, -0.2), 0.2, 5.0) : 0.2;
      h_ = error <= 1 && h < h_ ? std::max(h_, h * factor) : h * factor;
      if (error <= 1) {
        accept(h, h == left ? end : t_ + h);
        return true;
      }
    }
    return false;
  }

  void accept(double h, double t1) {
    ++run_.steps;
    Event event;
    Vector x1 = rk_.end();
    Vector z1 = z_;
    if (!z_.empty()) locate(h, t1, x1, z1, event);
    model_.go_to(t1, x1);
    dx_ = rk_.end_slope();
    arrive(t1, std::move(x1), std::move(z1), event);
  }

  /// Looks for the first change of a domain at the end and four points before it; moves the end there.
  void locate(double h, double& t1, Vector& x1, Vector& z1, Event& event) {
    double same = 0, other = -1;
    for (const double s : {0.2, 0.4, 0.6, 0.8, 1.0}) {
      const auto z = s < 1 ? indicators_at(t_ + s * h, rk_.at(s)) : indicators_at(t1, x1);
      if (changed_domain(z_, z)) {
        other = s;
        break;
      }
      z1 = z;
      same = s;
    }
    if (other < 0) return;
    const double smallest = std::max(1e-13, 2 * std::numeric_limits<double>::epsilon() * std::abs(t_));
    while ((other - same) * h > smallest) {
      const double middle = 0.5 * (same + other);
      if (middle <= same || middle >= other) break;
      (changed_domain(z_, indicators_at(t_ + middle * h, rk_.at(middle))) ? other : same) = middle;
    }
    event.by_state = true;
    event.left = t_ + same * h;
    event.x_left = rk_.at(same);
    event.z_left = indicators_at(event.left, event.x_left);
    if (other < 1) {
      t1 = t_ + other * h;
      x1 = rk_.at(other);
    }
    z1 = indicators_at(t1, x1);
    event.indicator = changed_domain(z_, z1).value_or(0);
  }

  /// The end of a step of any kind: tell the FMU, note values, pass an event if there is one.
  void arrive(double t1, Vector x1, Vector z1, Event& event) {
    t_ = t1;
    x_ = std::move(x1);
    const auto said = model_.functions().completed_integrator_step();
    const bool swings_up = plan_.habit == Habit::rust_fmi;  // Euler's method, what others damp
    if (said.status == Status::discard && (swings_up || plan_.may_leave_range)) {
      run_.ended = true;
      return;
    }
    expect(good(said.status), "completing an integrator step at time ", t_, " returned ", name(said.status), ": ",
           model_.instance().environment().log());
    event.by_step = said.enter_event_mode;
    event.by_time = t_ >= next_;
    event.by_input = std::binary_search(plan_.input_changes.begin(), plan_.input_changes.end(), t_);
    if (std::binary_search(plan_.records.begin(), plan_.records.end(), t_)) note();
    if (plan_.on_step) plan_.on_step(model_, t_, x_);
    run_.ended = said.terminate;
    if (!run_.ended && (event.by_state || event.by_time || event.by_step || event.by_input)) {
      settle(event);
      h_ *= 0.3;
      return;
    }
    z_ = std::move(z1);
    if (!plan_.on_quiet_step) return;
    plan_.on_quiet_step(model_, t_, x_);
    z_ = model_.indicators();
    dx_ = model_.derivatives();
  }

  void note() {
    run_.observed.times.push_back(t_);
    run_.observed.values.push_back(observer_.read(model_.instance()));
  }

  /// Late for every event, and with one too many after each: z is compared with the one before the last event.
  bool euler_step() {
    ++run_.steps;
    const double t1 = std::min({t_ + plan_.euler_step, plan_.stop, first_after(plan_.input_changes, t_)});
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += (t1 - t_) * dx_[i];
    if (!evaluate(t1, x_, dx_)) return false;
    Event event;
    const auto z = model_.indicators();
    const auto changed = changed_domain(z_, z);
    event.by_state = changed.has_value();
    event.indicator = changed.value_or(0);
    z_ = z;
    arrive(t1, x_, z, event);
    return true;
  }

  Model& model_;
  const Plan& plan_;
  Excitation excitation_;
  Observer observer_;
  Run run_;
  Dopri5 rk_;
  double t_ = 0, h_ = 0, next_ = never;
  Vector x_, dx_, z_, nominals_;
};

}  // namespace

double Run::mean_step() const {
  return steps == 0 ? reached : (reached - events.front().time) / static_cast<double>(steps);
}

Run integrate(Model& model, const Plan& plan) { return Integration(model, plan).run(); }

Points equal_parts(double start, double stop, std::size_t parts) {
  auto points = uniform_points(start, (stop - start) / static_cast<double>(parts), parts);
  points.erase(points.begin());
  points.back() = stop;
  return points;
}

Plan usual_plan(const Fmu& fmu) {
  Plan plan;
  plan.start = fmu.start();
  plan.stop = fmu.horizon();
  plan.input_changes = equal_parts(plan.start, plan.stop, 10);
  return plan;
}

}  // namespace conformance
