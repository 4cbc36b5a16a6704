#include "rig/live/server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "rig/base/errors.hpp"
#include "rig/live/page.hpp"

namespace rig::live {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_readers = 32;  // each holds a thread
constexpr std::size_t other_threads = 8;
constexpr auto between_events = 50ms;  // nobody sees more often
constexpr Duration a_moment = 500ms;   // so soon a server that ends is noticed
constexpr int quiet_moments = 10;
constexpr auto patience = 5s;  // with a browser that does not take what it is sent
constexpr std::size_t longest_act = 4096;

constexpr const char* policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
    throw RigError("There are no random bytes for a token.");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

/// In a time that does not depend on where they differ.
bool is_same(const std::string& one, const std::string& other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference |=
        static_cast<unsigned>(static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]));
  return difference == 0;
}

std::string event_of(const Hub::Change& change) {
  return fmt::format("data: {{\"part\":{},\"order\":{},\"html\":{}}}\n\n", nlohmann::json(change.name).dump(),
                     change.order, change.part->json());
}

bool is_anywhere(const std::string& host) {
  return host == "0.0.0.0" || host == "::";
}

}  // namespace

Address address_from(const std::string& text, const std::string& option) {
  const std::size_t colon = text.rfind(':');
  Address address;
  if (colon != std::string::npos) address.host = text.substr(0, colon);
  const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  constexpr int last_port = 65535;
  const bool is_port = error == std::errc() && end == port.data() + port.size() && !port.empty() &&
                       address.port >= 0 && address.port <= last_port;
  if (!is_port || address.host.empty())
    throw UsageError(
        fmt::format("{}: found \"{}\", expected [HOST:]PORT, as 8080 or 0.0.0.0:8080 (port 0: a free one).",
                    option, text));
  return address;
}

class Server::Impl {
 public:
  Impl(const Address& address, const Hub& hub, const std::string& title, Act act)
      : hub_(hub), host_(address.host), act_(std::move(act)), token_(act_ ? new_token() : "") {
    server_.new_task_queue = [] { return new httplib::ThreadPool(most_readers + other_threads); };
    server_.set_write_timeout(patience);
    server_.set_read_timeout(patience);
    server_.set_payload_max_length(longest_act);
    server_.set_keep_alive_max_count(100);
    server_.set_tcp_nodelay(true);
    server_.set_socket_options([](socket_t socket) {  // as it is, two servers could share a port
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_default_headers({{"Content-Security-Policy", policy},
                                 {"X-Content-Type-Options", "nosniff"},
                                 {"Referrer-Policy", "no-referrer"},
                                 {"Cache-Control", "no-store"}});
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      if (is_for_us(request)) return httplib::Server::HandlerResponse::Unhandled;
      response.status = 403;
      response.set_content("This page is served under another address.\n", "text/plain; charset=utf-8");
      return httplib::Server::HandlerResponse::Handled;
    });
    give("/", page_html(title), "text/html; charset=utf-8");
    give("/live.css", page_style(), "text/css; charset=utf-8");
    give("/live.js", page_script(), "text/javascript; charset=utf-8");
    server_.Get("/events",
                [this](const httplib::Request&, httplib::Response& response) { stream(response); });
    if (act_)
      server_.Post("/act", [this](const auto& request, auto& response) { do_act(request, response); });
    listen(address);
  }

  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    stopping_ = true;
    server_.stop();
    thread_.join();
  }

  int port() const { return port_; }
  std::string url() const {
    const std::string base = fmt::format("http://{}:{}/", is_anywhere(host_) ? "127.0.0.1" : host_, port_);
    return act_ ? base + "#token=" + token_ : base;
  }

 private:
  void listen(const Address& address) {
    port_ = address.port;
    const bool bound = address.port == 0 ? (port_ = server_.bind_to_any_port(address.host)) > 0
                                         : server_.bind_to_port(address.host, address.port);
    if (!bound)
      throw UsageError(
          fmt::format("The live page cannot be served at {}:{}: the address is taken, or not this machine's.",
                      address.host, address.port));
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // which its threads inherit: signals are for whoever waits
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    while (!server_.is_running()) std::this_thread::sleep_for(1ms);
  }

  /// A page of another site that reaches this address by a name of its own is not answered.
  bool is_for_us(const httplib::Request& request) const {
    const std::string host = request.get_header_value("Host");
    const std::string port = fmt::format(":{}", port_);
    if (!host.ends_with(port)) return false;
    const std::string name = host.substr(0, host.size() - port.size());
    const bool is_number = !name.empty() &&
                           name.find_first_not_of("0123456789.:[]abcdefABCDEF") == std::string::npos &&
                           name.find_first_of(".:") != std::string::npos;
    const bool is_ours =
        name == host_ || name == "localhost" || name == "127.0.0.1" || (is_anywhere(host_) && is_number);
    const std::string origin = request.get_header_value("Origin");
    return is_ours && (origin.empty() || origin == "http://" + host);
  }

  void give(const char* path, std::string content, const char* type) {
    server_.Get(path,
                [content = std::move(content), type](const httplib::Request&, httplib::Response& response) {
                  response.set_content(content, type);
                });
  }

  void stream(httplib::Response& response) {
    if (readers_.fetch_add(1) >= most_readers) {
      --readers_;
      response.status = 503;
      response.set_content("Too many look on already.\n", "text/plain; charset=utf-8");
      return;
    }
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, reader = Reader{}](std::size_t, httplib::DataSink& sink) mutable {
          return send(reader, sink);
        },
        [this](bool) { --readers_; });
  }

  /// One that looks on.
  struct Reader {
    std::uint64_t seen = 0;
    int quiet = 0;  ///< times that there was nothing new
  };

  /// What is new; now and then a comment, by which a browser that has gone is noticed.
  bool send(Reader& reader, httplib::DataSink& sink) {
    if (!sink.is_writable()) return false;
    std::string text;
    for (const Hub::Change& change : hub_.changes(reader.seen, a_moment)) text += event_of(change);
    reader.quiet = text.empty() ? reader.quiet + 1 : 0;
    if (reader.quiet == quiet_moments) {
      text = ": still here\n\n";
      reader.quiet = 0;
    }
    if (!text.empty() && !sink.write(text.data(), text.size())) return false;
    if (stopping_ || hub_.is_closed()) {
      sink.done();
      return true;
    }
    std::this_thread::sleep_for(between_events);
    return true;
  }

  void do_act(const httplib::Request& request, httplib::Response& response) {
    if (!is_same(request.get_header_value("X-Rig-Token"), token_)) {
      response.status = 403;
      response.set_content("Only who has the whole address that was printed can move.\n",
                           "text/plain; charset=utf-8");
      return;
    }
    const auto body = nlohmann::json::parse(request.body, nullptr, false);
    const bool is_right = body.is_object() && body.contains("act") && body["act"].is_string() &&
                          body.contains("text") && body["text"].is_string();
    const std::string why = is_right ? act_(body["act"].get<std::string>(), body["text"].get<std::string>())
                                     : "This is no act: expected {\"act\": …, \"text\": …}.";
    response.status = why.empty() ? 204 : 400;
    if (!why.empty()) response.set_content(why, "text/plain; charset=utf-8");
  }

  const Hub& hub_;
  std::string host_;
  Act act_;
  std::string token_;
  httplib::Server server_;
  int port_ = 0;
  std::atomic<std::size_t> readers_ = 0;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

Server::Server(const Address& address, const Hub& hub, const std::string& title, Act act)
    : impl_(std::make_unique<Impl>(address, hub, title, std::move(act))) {}
Server::~Server() = default;

std::string Server::url() const {
  return impl_->url();
}

int Server::port() const {
  return impl_->port();
}

}  // namespace rig::live
