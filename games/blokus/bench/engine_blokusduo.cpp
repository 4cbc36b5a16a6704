// perft of the public engine irori/blokusduo, built by scripts/bench/engines with its sources.
//
//     perft DEPTH counted|played

#include <blokusduo.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

std::uint64_t perft(const blokusduo::Board& board, int depth, bool played) {
  if (depth == 0) return 1;
  const auto moves = board.valid_moves();
  if (depth == 1 && !played) return moves.size();
  std::uint64_t leaves = 0;
  for (const blokusduo::Move move : moves) leaves += perft(board.child(move), depth - 1, played);
  return leaves;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t leaves =
      perft(blokusduo::Board(), std::atoi(arguments[1]), std::string_view(arguments[2]) == "played");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("placements %llu seconds %.6f\n", static_cast<unsigned long long>(leaves), seconds.count());
}
