#include <cmath>
#include <type_traits>

#include "models/flexible_sheet/model.hpp"

namespace reeve::models::flexible_sheet {

using math::Dual;
using mechanics::Vec3;

namespace {

template <class S>
void put_nodes(const mechanics::Sheet<S>& sheet, Values<S>& v) {
  using std::sqrt;
  const auto& tree = sheet.tree();
  const int n1 = tree.nodes_length, n2 = tree.nodes_width;
  const auto& master = sheet.node(tree.root);
  S lowest = master.r[1];
  std::size_t next = 0;
  for (int i = 0; i < n1; ++i) {
    for (int k = 0; k < n2; ++k, ++next) {
      const auto& r = sheet.node(tree.id(i, k)).r;
      v.node_x[next] = r[0];
      v.node_y[next] = r[1];
      v.node_z[next] = r[2];
      if (r[1] < lowest) lowest = r[1];
    }
  }
  const auto& tip = sheet.node(tree.id(n1 - 1, (n2 - 1) / 2)).r;
  v.tip_x = tip[0];
  v.tip_y = tip[1];
  v.max_drop = master.r[1] - lowest;
  const Vec3<S> edge = sheet.node(tree.id(n1 - 1, n2 - 1)).r - sheet.node(tree.id(n1 - 1, 0)).r;
  v.corner_spread = (sqrt(edge.dot(edge)) - v.sheet.width) / S(2.0);
  v.clamp_position = master.r[1];
}

}  // namespace

template <class S>
void Model::outputs(const S&, std::span<const S> x, const Modes&, const Start<S>&, Values<S>& v) {
  auto& posed = [this]() -> PosedSheet<S>& {
    if constexpr (std::is_same_v<S, double>)
      return *posed_;
    else
      return *dual_;
  }();
  if constexpr (!std::is_same_v<S, double>) posed.sheet.set(properties(v));
  posed.take(*places_, x);
  put_nodes(posed.sheet, v);
  v.elastic_energy = posed.sheet.elastic_energy();
  v.kinetic_energy = posed.sheet.kinetic_energy();
  v.total_energy = v.elastic_energy + v.kinetic_energy + posed.sheet.gravity_energy();
  v.nip_energy = S(0.0);
  for (auto& nip : v.nip) {
    const auto action = mechanics::Nip<S>(nip.roller, nip.speed).action(posed.sheet);
    nip.force = action.drive;
    nip.slip = action.slip;
    nip.normal = action.normal;
    v.nip_energy += action.energy;
  }
  if (v.nip.empty()) return;
  v.roller_work = x[places_->works()];
  v.friction_loss = x[places_->works() + 1];
}
template void Model::outputs<double>(const double&, std::span<const double>, const Modes&, const Start<double>&,
                                     Values<double>&);
template void Model::outputs<Dual>(const Dual&, std::span<const Dual>, const Modes&, const Start<Dual>&, Values<Dual>&);

Model::Momenta Model::momenta(Span x) {
  auto& sheet = posed_->sheet;
  posed_->take(*places_, x);
  Momenta out{Vec3<double>::Zero(), Vec3<double>::Zero()};
  for (int i = 0; i < tree_->nodes(); ++i) {
    const auto& n = sheet.node(i);
    const Vec3<double> momentum = sheet.mass(i).m * n.v, w = n.A.transpose() * n.w;
    out.linear += momentum;
    out.angular += n.r.cross(momentum) + n.A * sheet.mass(i).J.cwiseProduct(w);
  }
  return out;
}

}  // namespace reeve::models::flexible_sheet
