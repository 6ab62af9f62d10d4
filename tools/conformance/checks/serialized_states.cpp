/// States as bytes.

#include <algorithm>

#include "clauses.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"
#include "saved_state.hpp"

namespace conformance {

namespace {

using Bytes = std::vector<std::uint8_t>;

void need_bytes(const Fmu& fmu) {
  if (!fmu.description().can_serialize_state()) not_applicable("the FMU does not claim to serialise its state");
}

Points second_half(const Fmu& fmu) { return uniform_points(fmu.start() + 20 * fmu.step(), fmu.step(), 20); }

std::unique_ptr<Instance> halfway(const LoadedFmu& loaded) {
  auto instance = loaded.start();
  simulate(loaded.fmu(), *instance, usual_points(loaded.fmu(), 20));
  return instance;
}

void round_trip(const Fmu& fmu) {
  need_bytes(fmu);
  Bytes bytes;
  Trajectory expected;
  {
    const LoadedFmu loaded(fmu);
    const auto instance = halfway(loaded);
    bytes = SavedState(*instance).bytes(*instance);
    expected = simulate(fmu, *instance, second_half(fmu));
  }
  const LoadedFmu loaded(fmu);  // as if in another process
  const auto instance = loaded.instantiate();
  void* state = nullptr;
  auto status = instance->deserialize(bytes.data(), bytes.size(), &state);
  expect(good(status) && state, "reading a state from its bytes returned ", name(status), ": ",
         instance->environment().log());
  status = instance->set_state(state);
  expect(good(status), "restoring that state returned ", name(status), ": ", instance->environment().log());
  instance->free_state(&state);
  expect_identical(fmu, simulate(fmu, *instance, second_half(fmu)), expected, "from bytes");
  remark(text(bytes.size(), " bytes"));
}

void stable_bytes(const Fmu& fmu) {
  need_bytes(fmu);
  const LoadedFmu loaded(fmu);
  const auto a = halfway(loaded), b = halfway(loaded);
  const SavedState state_a(*a), state_b(*b);
  const auto bytes_a = state_a.bytes(*a), again = state_a.bytes(*a), bytes_b = state_b.bytes(*b);
  expect(bytes_a == again, "serialising a state twice gives different bytes");
  expect(bytes_a.size() == bytes_b.size(), "the size of a state changes from ", bytes_a.size(), " to ", bytes_b.size());
  const auto differs = std::mismatch(bytes_a.begin(), bytes_a.end(), bytes_b.begin()).first - bytes_a.begin();
  expect(bytes_a == bytes_b, "equal states of two instances differ in byte ", differs);
}

void wrong_sizes(const Fmu& fmu) {
  need_bytes(fmu);
  const LoadedFmu loaded(fmu);
  const auto owner = halfway(loaded);
  const SavedState state(*owner);
  Bytes room(state.bytes(*owner).size() + 16);
  const auto size = room.size() - 16;
  for (const auto wrong : {std::size_t{0}, size - 1}) {
    const auto instance = loaded.start();
    const auto status = instance->serialize(state.get(), room.data(), wrong);
    expect(status == Status::error, "serialising ", size, " bytes into ", wrong, " returned ", name(status),
           ": expected Error");
  }
}

/// Reads damaged bytes. It has to be an Error, and the pointer has to stay NULL.
void expect_refused(Instance& instance, const Bytes& bytes, std::size_t size, const std::string& what) {
  void* state = nullptr;
  const auto status = instance.deserialize(bytes.data(), size, &state);
  expect(status == Status::error, what, " returned ", name(status), ": expected Error");
  expect(!state, what, " left a pointer to a state");
  const auto reset = instance.reset();
  expect(good(reset), "Reset after ", what, " returned ", name(reset));
}

void damaged(const Fmu& fmu) {
  need_bytes(fmu);
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded, 10);
  const auto owner = halfway(loaded);
  const auto bytes = SavedState(*owner).bytes(*owner);
  const auto instance = loaded.instantiate();
  const std::size_t stride = 1 + bytes.size() / 65536,
                    both = 1 + bytes.size() / 8192;  // long states: one bit of a byte
  auto other = bytes;
  for (std::size_t i = 0; i < bytes.size(); i += stride) {
    for (const int mask : {1 << (i % 8), i % both ? 0 : 0xFF}) {
      if (!mask) continue;
      other[i] = static_cast<std::uint8_t>(bytes[i] ^ mask);
      expect_refused(*instance, other, other.size(), text("a state with byte ", i, " of ", bytes.size(), " damaged"));
      instance->environment().clear();
    }
    other[i] = bytes[i];
  }
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 97)
    expect_refused(*instance, bytes, size, text("a state cut to ", size, " of ", bytes.size(), " bytes"));
  auto longer = bytes;
  longer.insert(longer.end(), 64, 0);
  expect_refused(*instance, longer, bytes.size() + 1, "a state with one byte too many");
  expect_refused(*instance, longer, longer.size(), "a state with 64 bytes too many");
  expect_refused(*instance, Bytes(bytes.size(), 0), bytes.size(), "a state of zeros");
  initialize(*instance, {fmu.start(), {}, {}});
  expect_identical(fmu, simulate(fmu, *instance, usual_points(fmu, 10)), expected, "after damaged states");
  remark(text((bytes.size() + stride - 1) / stride, " of ", bytes.size(), " bytes damaged in turn"));
}

}  // namespace

void add_serialized_states(Registry& checks) {
  using enum Severity;
  checks
      .add("P39", "damaged, cut or lengthened bytes of a state are an Error, and the instance can be reset", damaged,
           house, clause::house)
      .patience = 2;
  checks.add("B50", "a state read from its bytes in another instance replays the same bits", round_trip, error,
             clause::saved_states);
  checks.add("B51", "equal states have equal bytes", stable_bytes, house, clause::house);
  checks.add("B52", "too little room for the bytes of a state is an Error", wrong_sizes, error, clause::saved_states);
}

}  // namespace conformance
