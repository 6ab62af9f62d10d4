#pragma once
/// The instantiation token: a fingerprint of library version, description and interface.
#include <cstdint>
#include <string>
#include <string_view>

#include "description/document.hpp"

namespace reeve::fmi {

class Model;

std::uint64_t hash64(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325);  ///< FNV-1a

std::string_view library_version();

/// 32 hexadecimal digits; equal for the same version, the same meaning of the description and the same interface.
std::string token(Model& model, const description::Node& description);

}  // namespace reeve::fmi
