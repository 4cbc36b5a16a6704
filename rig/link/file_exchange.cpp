#include "rig/link/file_exchange.hpp"

#include "rig/base/errors.hpp"

namespace rig {

std::unique_ptr<FileExchange> exchange_of(std::unique_ptr<FarEnd> far_end) {
  FileExchange* const exchange = far_end->files();
  if (exchange == nullptr) throw RigError(far_end->info().name + " exchanges bytes, not files.");
  static_cast<void>(far_end.release());  // the exchange is the far end itself
  return std::unique_ptr<FileExchange>(exchange);
}

}  // namespace rig
