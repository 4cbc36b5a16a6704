#pragma once
/// Transcripts that a test changes: their lines without the chain, and a file of lines that are chained anew.

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "rig/link/transcript/chain.hpp"

namespace conformance::testing_programs {

/// The lines of a chained transcript, without their links and without the last one.
inline std::vector<std::string> unchained(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (const auto parts = rig::split_chained(line)) lines.push_back(parts->line);
  }
  return lines;
}

/// Writes a transcript that another run could have left: its chain is whole, and nothing says when it was.
inline void write_chained(const std::string& path, const std::vector<std::string>& lines) {
  std::ofstream(path) << rig::chained_text(lines);
  std::filesystem::remove(path + ".occasion");
}

/// The same of a run that was killed: there is no last line.
inline void write_chained_so_far(const std::string& path, const std::vector<std::string>& lines) {
  rig::Chain chain;
  std::ofstream out(path);
  for (const std::string& line : lines) out << chain.add(line) << "\n";
  std::filesystem::remove(path + ".occasion");
}

}  // namespace conformance::testing_programs
