#include "fmus/reeving/grip_keys.hpp"

#include <memory>
#include <numbers>

#include "math/text.hpp"
#include "mechanics/contact/traction.hpp"

namespace reeve::fmus {
namespace {

using description::Keys;
using description::Reader;

constexpr double kDegree = std::numbers::pi / 180;

enum class Shape { round, undercut, v };

/// Cross-section of a groove as described.
struct Section {
  Shape shape{Shape::round};
  std::optional<double> beta, gamma;  ///< [deg]
  bool hardened{};

  mechanics::Groove groove() const {
    using Kind = mechanics::Groove::Kind;
    const Kind kind = shape == Shape::round      ? Kind::round
                      : shape == Shape::undercut ? Kind::undercut
                      : hardened                 ? Kind::v_hardened
                                                 : Kind::v;
    return {kind, beta.value_or(0) * kDegree, gamma.value_or(0) * kDegree};
  }
};

/// Angles that this shape needs or cannot have, and whether they leave the rope something to lie on.
void check_section(const Section& section, const Reader& groove) {
  const bool v = section.shape == Shape::v;
  const bool has_beta = section.shape == Shape::undercut || (v && !section.hardened);
  if (has_beta && !section.beta) groove.fail("beta", "missing: an undercut groove needs its angle beta [deg]");
  if (!has_beta && section.beta) groove.fail("beta", "this groove has no undercut: leave beta out");
  if (v && !section.gamma) groove.fail("gamma", "missing: a v groove needs its angle gamma [deg]");
  if (!v && section.hardened) groove.fail("hardened", "only v grooves are hardened: leave it out");
  const double beta = section.beta.value_or(0), gamma = section.gamma.value_or(0);
  if (v && gamma < 5) groove.fail("gamma", math::text(gamma) + " deg: expected at least 5 deg in a v groove");
  if (!v && !(180 - beta - gamma > 5))
    groove.fail("beta", math::text(beta) + " deg and gamma = " + math::text(gamma) +
                            " deg leave the rope no seat: their sum must stay below 175 deg");
}

void groove_keys(Section& section, Keys& keys) {
  keys.choice<Shape>("type", section.shape, {{"round", Shape::round}, {"undercut", Shape::undercut}, {"v", Shape::v}},
                     "Cross-section")
      .required();
  keys.number("beta", section.beta, "deg", "Angle of the undercut; of undercut and of v grooves that are not hardened")
      .range(0, 120);
  keys.number("gamma", section.gamma, "deg", "Angle of the groove; required of v, otherwise 0").range(0, 120);
  keys.flag("hardened", section.hardened, "A v groove that wear does not change");
  keys.then([&section](const Reader& groove) { check_section(section, groove); });
}

struct Grip {
  std::optional<double> wrap, friction, mu;
  std::optional<Section> section;
};

}  // namespace

void grip_keys(double& wrap, double& friction, Keys& keys) {
  const auto grip = std::make_shared<Grip>();  // lives as long as the keys
  keys.number("wrap", grip->wrap, "deg", "Angle of wrap").range(1, 1440).otherwise(math::text(wrap / kDegree));
  keys.number("friction", grip->friction, "",
              "Friction f of the rope in its groove: it slips at a ratio of exp(f wrap)")
      .positive()
      .excludes({"mu", "groove"})
      .otherwise(math::text(friction));
  keys.number("mu", grip->mu, "", "Friction of the material; f = mu times the factor of the groove (EN 81-50 5.11.2.3)")
      .positive();
  keys.table("groove", grip->section, &groove_keys, "Cross-section of the groove; goes with mu");
  keys.then([grip, &wrap, &friction](const Reader& wheel) {
    if (grip->mu.has_value() != grip->section.has_value())
      wheel.fail(grip->mu ? "mu" : "groove", "mu and groove belong together: friction is mu times the groove's factor");
    if (grip->wrap) wrap = *grip->wrap * kDegree;
    if (grip->friction) friction = *grip->friction;
    if (grip->mu) friction = *grip->mu * grip->section->groove().factor();
  });
}

}  // namespace reeve::fmus
