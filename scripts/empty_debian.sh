# Shared by what tries the project in a Debian that has nothing but its base system. Needs root, debootstrap, mount
# namespaces and a mirror; status 77, with the reason, where one of them is missing.

PATH=$PATH:/usr/sbin:/sbin
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

skip() {
  echo "could not tell: $1"
  exit 77
}

# make_root RELEASE FOLDER
make_root() {
  [ "$(id -u)" -eq 0 ] || skip "only root can make another root"
  command -v debootstrap >/dev/null || skip "debootstrap is not installed (Debian: debootstrap)"
  unshare --mount true 2>/dev/null || skip "this machine has no mount namespaces"
  local script=/usr/share/debootstrap/scripts/$1
  [ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid # of a release that is younger than debootstrap
  debootstrap --variant=minbase "$1" "$2" "$mirror" "$script" >"$2.log" 2>&1 || skip "no Debian could be fetched: $(tail -n 1 "$2.log")"
  cp /etc/resolv.conf "$2/etc/resolv.conf"
  echo 'Acquire::Check-Valid-Until "false";' >"$2/etc/apt/apt.conf.d/50late-mirror" # a mirror may lag by weeks
}

# run_in_root FOLDER SCRIPT: a script for sh, by its path in the root. What it starts ends with it. The folder becomes the
# root of a mount namespace, for whoever has merely changed his root (chroot) may make no user namespace.
run_in_root() {
  local enter="$1.enter"
  cat >"$enter" <<ENTER
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t sysfs -o ro sysfs "$1/sys"
mount -t tmpfs tmpfs "$1/dev/shm" 2>/dev/null || true
mount -t devpts devpts "$1/dev/pts" -o newinstance,ptmxmode=0666 2>/dev/null || true
cd "$1"
mkdir -p .outside
pivot_root . .outside
exec chroot . /bin/sh -c 'umount -l /.outside && exec sh "\$1"' sh "$2"
ENTER
  unshare --mount --pid --fork --kill-child sh "$enter"
}
