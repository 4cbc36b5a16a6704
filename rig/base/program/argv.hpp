#pragma once
/// The arguments of a program that is started.

#include <string>
#include <vector>

namespace rig {

/// The words as `posix_spawn` takes them: a pointer to each, and a null pointer at the end. They must stay
/// where they are until the program has been started.
inline std::vector<char*> argv_of(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace rig
