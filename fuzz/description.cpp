/// The description of a referee, and what a referee prints: the first zero parts the two.

#include "conformance/referee/host/description.hpp"
#include "conformance/referee/host/announcement.hpp"
#include "fuzz/fuzz.hpp"
#include "rig/link/exec/command_line.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const std::size_t end = text.find('\0');
  const std::string output = end == std::string::npos ? std::string() : text.substr(end + 1);
  fuzz::is_read([&] {
    const rig::host::Description description =
        rig::host::parse_description(text.substr(0, end), "referee.toml");
    const rig::host::Announcement announced = rig::host::read_announcement(description.signs, output, 0);
    fuzz::expect(!announced.winner || (*announced.winner >= 0 && *announced.winner <= 2),
                 "who has won plays");
  });
  fuzz::is_read([&] { rig::host::parse_referee_name(text); });
  fuzz::is_read([&] { rig::split_command(text); });
  return 0;
}
