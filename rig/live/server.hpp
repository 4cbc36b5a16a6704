#pragma once
/// A small web server for one live page: the page, its style, its script, and the changes of its parts as
/// server-sent events. It answers what it knows and nothing else.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "rig/live/hub.hpp"

namespace rig::live {

/// Where a server listens.
struct Address {
  std::string host = "127.0.0.1";
  int port = 0;  ///< 0: one that is free
};

/// Reads `[HOST:]PORT`. UsageError that names `option` for anything else.
Address address_from(const std::string& text, const std::string& option);

/// What a person at the page does: `act` with a text, answered by a sentence that says why not, or by an
/// empty one.
using Act = std::function<std::string(const std::string& act, const std::string& text)>;

class Server {
 public:
  /// Listens from now on. `title` heads the page. Null for `act`: who looks can do nothing. UsageError where
  /// the address cannot be had. `hub` must outlive it.
  Server(const Address& address, const Hub& hub, const std::string& title, Act act = {});
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  /// Ends all connections.
  ~Server();

  /// Of the page, as a person opens it. With `act` it holds the token without which nothing is done.
  std::string url() const;
  int port() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rig::live
