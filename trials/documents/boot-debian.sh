# Boots the systemd of an empty Debian, without network, which ends when this process is killed:
# sh boot-debian.sh ROOT CGROUP, as root in a mount namespace of its own (documents-program.ts).
set -e
root=$1 cgroup=$2
if [ "$3" != inside ]; then
  mount -t cgroup2 cgroup2 /mnt
  mkdir -p "/mnt/$cgroup"
  echo $$ > "/mnt/$cgroup/cgroup.procs"
  exec unshare --cgroup --fork --kill-child --pid --uts --ipc --net --mount --mount-proc sh "$0" "$@" inside
fi
ip link set lo up
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount --bind /proc/sys "$root/proc/sys" && mount -o remount,ro,bind "$root/proc/sys"
mount -t tmpfs tmpfs "$root/dev"
for d in null zero full random urandom tty; do touch "$root/dev/$d"; mount --bind /dev/$d "$root/dev/$d"; done
mkdir "$root/dev/shm" "$root/dev/pts"; mount -t tmpfs tmpfs "$root/dev/shm"; mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"; ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"; ln -s /proc/self/fd/0 "$root/dev/stdin"; ln -s /proc/self/fd/1 "$root/dev/stdout"; ln -s /proc/self/fd/2 "$root/dev/stderr"
mount -t tmpfs tmpfs "$root/run"
cd "$root"
mkdir -p oldroot
pivot_root . oldroot
umount -l /oldroot
export container=docker
exec /usr/lib/systemd/systemd --system --unit=multi-user.target --log-target=console --show-status=no < /dev/null
