#pragma once
/// What the C functions of both FMI versions share.
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>

#include "fmi/instance.hpp"

namespace reeve::fmi {

/// An array from the importer; NULL is fine only when it is empty.
template <class T>
std::span<T> array(T* first, std::size_t count, const char* what) {
  if (count > 0 && !first) throw std::invalid_argument(std::string(what) + " is NULL but not empty");
  return {first, count};
}

template <class T>
T& required(T* pointer, const char* what) {
  if (!pointer) throw std::invalid_argument(std::string(what) + " is NULL");
  return *pointer;
}

inline std::string text_or_empty(const char* text) { return text ? text : ""; }

/// Only first derivatives exist.
inline void require_first_order(std::span<const int> orders) {
  for (const int order : orders) {
    if (order != 1)
      throw std::invalid_argument("derivative of order " + std::to_string(order) + ": only order 1 is offered");
  }
}

// --- saved states: the importer's opaque pointer is a SavedState, if it is one of ours ---

inline SavedState& saved(void* state) {
  auto& candidate = required(static_cast<SavedState*>(state), "FMUState");
  const bool aligned = reinterpret_cast<std::uintptr_t>(state) % alignof(SavedState) == 0;
  if (!aligned || candidate.magic != SavedState::kMagic) {
    throw std::invalid_argument("FMUState: this pointer is no state that was got here and not yet freed");
  }
  return candidate;
}

inline void get_state(const Instance& instance, void** state) {
  auto& slot = required(state, "FMUState");
  if (slot) return instance.save(saved(slot));
  auto fresh = std::make_unique<SavedState>();
  instance.save(*fresh);
  slot = fresh.release();
}

/// A pointer that is none of ours is left alone.
inline void free_state(const Instance& instance, void** state) {
  if (!state || !*state) return;
  try {
    instance.require_own(saved(*state));
  } catch (const std::invalid_argument& foreign) {
    throw Refused(foreign.what());
  }
  delete static_cast<SavedState*>(*state);
  *state = nullptr;
}

template <class Byte>
void serialize(const Instance& instance, void* state, Byte* bytes, std::size_t size) {
  const Bytes sealed = instance.serialize(saved(state));
  if (sealed.size() != size) {
    throw std::invalid_argument("the buffer has " + std::to_string(size) + " bytes: expected " +
                                std::to_string(sealed.size()) + ", as the size function says");
  }
  std::memcpy(array(bytes, size, "serializedState").data(), sealed.data(), size);
}

template <class Byte>
void deserialize(Instance& instance, const Byte* bytes, std::size_t size, void** state) {
  auto& slot = required(state, "FMUState");
  SavedState incoming = instance.deserialize(std::as_bytes(array(bytes, size, "serializedState")));
  if (slot)
    saved(slot) = std::move(incoming);
  else
    slot = new SavedState(std::move(incoming));
}

}  // namespace reeve::fmi
