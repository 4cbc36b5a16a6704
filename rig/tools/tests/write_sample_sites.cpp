/// Plays tournaments between the rig's own opponents and writes their sites, for a browser and for looking
/// at: FOLDER/duo is over; FOLDER/trax goes on, at two benches, and its teams have hostile names.

#include <exception>
#include <filesystem>
#include <iostream>
#include <string>

#include "rig/tools/tests/real_desk.hpp"
#include "rig/tools/tournament/site/site.hpp"

namespace {

using namespace rig::arbiter::tournament;

std::string entrant(const std::string& team, const std::string& more) {
  return "[[entrant]]\nteam = '''" + team + "'''\ndut = \"opponent:random\"\n" + more;
}

std::string duo() {
  std::string text =
      "contest = \"icfpt2014\"\ntitle = \"Open of the tests\"\nseed = 3\n[format]\nname = \"round-robin\"\n";
  for (const char* team : {"Rook & Bishop", "Knights of the Lookup Table", "Pawn", "Queen"})
    text += entrant(team, "");
  return text;
}

std::string trax() {
  const std::string left = "bench = \"left\"\n";
  const std::string right = "bench = \"right\"\n";
  return "contest = \"heart-trax\"\ntitle = \"Day of <matches>\"\nseed = 5\n[format]\nname = \"pools\"\n"
         "[[bench]]\nname = \"left\"\n[[bench]]\nname = \"right\"\n" +
         entrant("<script>alert(1)</script>", left) + entrant("\"onload=alert(1)", right) +
         entrant(std::string(60, 'W'), left) + entrant("مرحبا", right) + entrant("=1+1", left) +
         entrant("Lattice", right) + entrant("Ripple Carry", left) + entrant("Carry Save", right);
}

/// Plays at most so many games.
void play(const std::string& plan_text, const std::string& folder, std::size_t games) {
  std::filesystem::remove_all(folder);
  const Plan plan = plan_from(plan_text, "plan.toml", "");
  rig::tournament::Site site(plan, folder,
                             {.say = [](const std::string& said) { std::cerr << said << "\n"; }});
  rig::tournament::RealDesk desk(plan, folder);
  desk.on_begun = [&] { desk.stop = desk.begun.size() >= games; };
  Tournament(plan, folder, "sample", site).run(desk);
  site.finish();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_sample_sites FOLDER\n";
    return 2;
  }
  try {
    play(duo(), std::string(argv[1]) + "/duo", 1000);
    play(trax(), std::string(argv[1]) + "/trax", 17);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
