#include "rig/link/exec/adoption.hpp"

#include <sys/prctl.h>

#include "rig/link/exec/children.hpp"

namespace rig {

Adoption::Adoption() {
  prctl(PR_GET_CHILD_SUBREAPER, &before_);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Adoption::~Adoption() {
  kill_children(name_of_restorers);
  prctl(PR_SET_CHILD_SUBREAPER, before_);
}

}  // namespace rig
