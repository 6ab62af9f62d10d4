#pragma once

/// A state of an instance for as long as the object lives; the instance has to live longer.

#include "core/fmu.hpp"
#include "core/outcome.hpp"

namespace conformance {

class SavedState {
 public:
  explicit SavedState(Instance& owner) : owner_(owner) { save_again(owner); }
  ~SavedState() {
    if (state_) owner_.free_state(&state_);
  }
  SavedState(const SavedState&) = delete;
  SavedState& operator=(const SavedState&) = delete;

  void save_again(Instance& instance) {
    const auto status = instance.get_state(&state_);
    expect(good(status), "saving the state returned ", name(status), ": ", instance.environment().log());
    expect(state_, "saving the state left the pointer NULL");
  }

  void restore_into(Instance& instance) const {
    const auto status = instance.set_state(state_);
    expect(good(status), "restoring the state returned ", name(status), ": ", instance.environment().log());
  }

  std::vector<std::uint8_t> bytes(Instance& instance) const {
    std::size_t size = 0;
    auto status = instance.serialized_size(state_, &size);
    expect(good(status) && size > 0, "asking for the size of a state returned ", name(status), " and size ", size);
    std::vector<std::uint8_t> out(size);
    status = instance.serialize(state_, out.data(), size);
    expect(good(status), "serialising a state of ", size, " bytes returned ", name(status), ": ",
           instance.environment().log());
    return out;
  }

  void* get() const { return state_; }

 private:
  Instance& owner_;
  void* state_ = nullptr;
};

}  // namespace conformance
