#include "rig/tools/input.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>

#include "rig/base/errors.hpp"

namespace rig {

Input read_input(const std::string& file) {
  if (file == "-") return {"standard input", {std::istreambuf_iterator<char>(std::cin), {}}};
  std::ifstream in(file, std::ios::binary);
  if (!in) throw UsageError(fmt::format("Cannot read {}.", file));
  Input input{file, {std::istreambuf_iterator<char>(in), {}}};
  if (in.bad()) throw UsageError(fmt::format("Cannot read {}.", file));
  return input;
}

}  // namespace rig
