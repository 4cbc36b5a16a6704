#pragma once
/// The `certify` that lies beside this program, run with these words.

#include <string>
#include <vector>

namespace rig {

/// What it prints goes to the end of the file `output`; empty: to where this program's own words go. It reads
/// nothing. Returns its exit status; RigError when it cannot be started or was killed.
int run_certify(std::vector<std::string> words, const std::string& output);

}  // namespace rig
