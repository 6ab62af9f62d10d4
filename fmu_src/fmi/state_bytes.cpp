#include "fmi/state_bytes.hpp"

#include <algorithm>

#include "fmi/token.hpp"

namespace reeve::fmi {
namespace {

constexpr std::uint64_t kMagic = 0x6574617473767272;  // "rrvstate"
constexpr std::uint64_t kFormat = 1;

std::uint64_t checksum(std::span<const std::byte> payload) {
  return hash64({reinterpret_cast<const char*>(payload.data()), payload.size()});
}

}  // namespace

Bytes seal(const Bytes& payload, std::string_view token) {
  Bytes out;
  out.reserve(kSealSize + payload.size());
  StateWriter write(out);
  write(kMagic, kFormat, hash64(token), static_cast<std::uint64_t>(payload.size()), checksum(payload));
  out.insert(out.end(), payload.begin(), payload.end());
  return out;
}

Bytes unseal(std::span<const std::byte> sealed, std::string_view token) {
  if (sealed.size() < kSealSize) throw std::runtime_error("serialized state: shorter than its header");
  std::uint64_t magic{}, format{}, owner{}, length{}, sum{};
  StateReader read(sealed.first(kSealSize));
  read(magic, format, owner, length, sum);
  const auto payload = sealed.subspan(kSealSize);
  if (magic != kMagic) throw std::runtime_error("serialized state: not one of Reeve's");
  if (format != kFormat) throw std::runtime_error("serialized state: written in another format version");
  if (owner != hash64(token)) throw std::runtime_error("serialized state: belongs to another model or version");
  if (length != payload.size())
    throw std::runtime_error("serialized state: its length is not the one it was written with");
  if (sum != checksum(payload))
    throw std::runtime_error("serialized state: checksum does not match, bytes were changed");
  return {payload.begin(), payload.end()};
}

}  // namespace reeve::fmi
