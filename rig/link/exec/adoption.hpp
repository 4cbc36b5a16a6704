#pragma once

namespace rig {

/// While it lives, processes below this one that lose their parent become its children; at its end every
/// child of this process is killed. For a program that is about to end anyway: what a program under test left
/// behind that had killed its supervisors is then gone too.
class Adoption {
 public:
  Adoption();
  ~Adoption();
  Adoption(const Adoption&) = delete;
  Adoption& operator=(const Adoption&) = delete;

 private:
  int before_ = 0;
};

}  // namespace rig
