#include "models/reeving/rope_figures.hpp"

#include <algorithm>
#include <limits>

#include "models/reeving/model.hpp"

namespace reeve::models::reeving {
namespace {

/// Of the sheaves and the drive that the rope passes [m].
double smallest_radius(const Topology& t, const Values<double>& v, int rope) {
  double least = std::numeric_limits<double>::infinity();
  for (const Node& node : t.nodes[rope]) {
    if (node.grip == Node::Grip::drive) least = std::min(least, v.drive.radius);
    for (const int k : node.sheaves) least = std::min(least, v.sheave[k].radius);
  }
  return least;
}

}  // namespace

RopeFigures rope_figures(const Structure& s, const Topology& t, const Values<double>& v, int rope) {
  RopeFigures out;
  for (int k = t.first_span[rope]; k < t.first_span[rope + 1]; ++k)
    out.tension = std::max({out.tension, v.span_tension_start[k], v.span_tension_end[k]});
  const auto& described = s.rope[rope];
  if (described.breaking_load && out.tension > 0) out.safety_factor = *described.breaking_load / out.tension;
  const double radius = smallest_radius(t, v, rope);
  if (described.diameter && std::isfinite(radius)) out.diameter_ratio = 2 * radius / *described.diameter;
  return out;
}

std::vector<Model::Figure> Model::figures(const Values<double>& v) const {
  std::vector<Figure> out;
  for (int r = 0; r < topology().ropes; ++r) {
    const auto& rope = structure_.rope[r];
    const RopeFigures of = rope_figures(structure_, topology(), v, r);
    const auto add = [&](const char* name, double value, std::string_view unit) {
      out.push_back({rope.name + "." + name, value, unit});
    };
    add("EA", v.rope[r].EA, "N");
    add("density", v.rope[r].density, "kg/m");
    add("largest_tension", of.tension, "N");
    if (rope.breaking_load) add("breaking_load", *rope.breaking_load, "N");
    if (of.safety_factor) add("safety_factor", *of.safety_factor, "");
    if (of.diameter_ratio) add("D/d", *of.diameter_ratio, "");
  }
  return out;
}

}  // namespace reeve::models::reeving
