#pragma once
/// Ropes as one buys them: from count, type and diameter of a description to the numbers that the model needs.
#include <filesystem>
#include <string>
#include <vector>

#include "description/document.hpp"

namespace reeve::cli {

/// One class of ropes with the factors of EN 12385; diameters in m, grades in Pa.
struct RopeClass {
  std::vector<std::string> types;
  double W{}, C{}, K{};         ///< of mass [kg/m per cm^2], cross-section and breaking force
  double E{};                   ///< modulus of the rope [Pa]
  double grade{};               ///< usual one [N/mm2]
  std::string source, modulus;  ///< where the factors and where the modulus come from
  struct Uncertainty {
    double mass{}, stiffness{};  ///< relative
  } uncertainty;

  double density(double d) const { return W * 1e4 * d * d; }                                    ///< of one rope [kg/m]
  double EA(double d) const { return E * C * d * d; }                                           ///< of one rope [N]
  double breaking_load(double d, double strength) const { return K * d * d * strength * 1e6; }  ///< of one rope [N]
};

std::vector<RopeClass> read_rope_catalogue(const std::filesystem::path& file);

/// Writes EA, density and breaking_load into every rope of the description that names a type and does not give them itself.
/// Returns whether there was one. Throws DescriptionError for a type that is not in the catalogue.
bool resolve_ropes(description::Node& description, const std::string& origin);

}  // namespace reeve::cli
