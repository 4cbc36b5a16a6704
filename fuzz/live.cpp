/// What browsers, and others that reach the port, send to the server of a page on which a person plays: any
/// bytes. In them PORT and TOKEN stand for the server's own, which nobody could guess.

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string_view>

#include "fuzz/fuzz.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/live/hub.hpp"
#include "rig/live/server.hpp"

namespace {

using namespace std::chrono_literals;

constexpr unsigned look_after = 64;  // inputs

/// The server, and what reached the game.
struct Played {
  Played() {
    hub.show("turn", std::string("<p>a board</p>"));
    hub.close();  // so that who looks on is told this, and no more
  }

  std::string token() const {
    const std::string url = server.url();
    return url.substr(url.find('=') + 1);
  }

  rig::live::Hub hub;
  std::atomic<int> acts = 0;
  rig::live::Server server{
      {"127.0.0.1", 0}, hub, "A game", [this](const std::string& act, const std::string&) {
        ++acts;
        return act == "move" ? std::string() : "\"" + act + "\" is no act.";
      }};
};

std::string with_its_own(std::string text, std::string_view word, const std::string& own) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + own.size()))
    text.replace(at, word.size(), own);
  return text;
}

/// What comes until it closes, or until nothing has come for so long: it may wait for the rest of a request.
std::string answer_to(const std::string& request, int port, std::chrono::milliseconds patience) {
  const rig::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* to = reinterpret_cast<const sockaddr*>(&address);  // NOLINT: the sockets API
  fuzz::expect(::connect(socket.number(), to, sizeof address) == 0, "the server still listens");
  std::string_view left = request;
  while (!left.empty()) {
    const ssize_t sent = ::send(socket.number(), left.data(), left.size(), MSG_NOSIGNAL);
    if (sent <= 0) break;  // it has heard enough
    left.remove_prefix(static_cast<std::size_t>(sent));
  }
  std::string answer;
  std::array<char, 4096> bytes{};
  pollfd arrives{socket.number(), POLLIN, 0};
  while (true) {  // not half closed before: that ends the server's side of it, too
    if (::poll(&arrives, 1, static_cast<int>(patience.count())) <= 0) return answer;
    const ssize_t length = ::recv(socket.number(), bytes.data(), bytes.size(), 0);
    if (length <= 0) return answer;
    answer.append(bytes.data(), static_cast<std::size_t>(length));
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Played played;
  static Played guarded;  // is never given its token
  const std::string text = fuzz::text_of(data, size);
  Played& game = text.find("TOKEN") == std::string::npos ? guarded : played;
  const int port = game.server.port();
  const std::string answer = answer_to(
      with_its_own(with_its_own(text, "TOKEN", game.token()), "PORT", std::to_string(port)), port, 5ms);
  fuzz::expect(guarded.acts == 0, "nobody moves without the token");
  fuzz::expect(answer.find(guarded.token()) == std::string::npos, "the token is told to nobody");
  fuzz::expect(answer.empty() || answer.starts_with("HTTP/1.1 "), "an answer is one of HTTP's");
  static unsigned given = 0;
  if (++given % look_after == 0) {
    const std::string own =
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\nConnection: close\r\n\r\n";
    fuzz::expect(answer_to(own, port, 60s).starts_with("HTTP/1.1 200 "), "the page is still served");
  }
  return 0;
}
