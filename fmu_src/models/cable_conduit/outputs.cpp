#include "models/cable_conduit/course.hpp"

namespace reeve::models::cable_conduit {

template <class S>
void Model::outputs(const S&, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v) {
  const auto evaluate = [&](Scratch<S>& here) {
    if (m.at_start)
      here.cable = start.cable;
    else
      mechanics::convert(m.cable, here.cable);
    pull(here, v, x);
    const auto cable = here.rig(v);
    v.input_tension = here.cable.tension.front();
    v.output_tension = here.cable.tension.back();
    v.output_displacement = S(0) - here.cable.displacement[mechanics::kDistal];  // 0, where minus would make it -0
    v.front_position = cable.front(mechanics::kProximal);
    v.slack_length = cable.slack();
    const auto& moved = here.cable.moved;
    v.moving_fraction = cable.moving_fraction(moved[0] || moved[1] ? moved : m.active);
    v.dissipated_energy = here.cable.loss;
    std::copy(here.cable.tension.begin(), here.cable.tension.end(), v.tension.begin());
  };
  if constexpr (std::is_same_v<S, double>) {
    follow(v);
    evaluate(scratch_);
  } else {
    Scratch<S> here(structure_.segments);
    lay(here.course, v);
    evaluate(here);
  }
}
template void Model::outputs(const double&, std::span<const double>, const Modes&, const Start<double>&,
                             Values<double>&);
template void Model::outputs(const math::Dual&, std::span<const math::Dual>, const Modes&, const Start<math::Dual>&,
                             Values<math::Dual>&);

}  // namespace reeve::models::cable_conduit
