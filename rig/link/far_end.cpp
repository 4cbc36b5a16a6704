#include "rig/link/far_end.hpp"

#include "rig/base/errors.hpp"
#include "rig/link/file_exchange.hpp"
#include "rig/link/link.hpp"

namespace rig {

std::unique_ptr<Link> link_of(std::unique_ptr<FarEnd> far_end) {
  Link* const link = far_end->bytes();
  if (link == nullptr) throw RigError(far_end->info().name + " is spoken to over files, not in bytes.");
  static_cast<void>(far_end.release());  // the link is the far end itself
  return std::unique_ptr<Link>(link);
}

std::unique_ptr<FileExchange> exchange_of(std::unique_ptr<FarEnd> far_end) {
  FileExchange* const exchange = far_end->files();
  if (exchange == nullptr) throw RigError(far_end->info().name + " is spoken to in bytes, not over files.");
  static_cast<void>(far_end.release());
  return std::unique_ptr<FileExchange>(exchange);
}

}  // namespace rig
