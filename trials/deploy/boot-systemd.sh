# Boots a systemd that knows only balcao.service and whose /etc, /run, /var/lib and /tmp are its own, and ends
# when this process is killed: sh boot-systemd.sh ROOT UNPACKED UNITS CGROUP, as root, in namespaces of its own (unit.test.ts).
set -e
root=$1 unpacked=$2 units=$3 cgroup=$4
if [ "$5" != inside ]; then
  mount -t cgroup2 cgroup2 /mnt
  mkdir "/mnt/$cgroup"
  echo $$ > "/mnt/$cgroup/cgroup.procs"
  exec unshare --cgroup --fork --kill-child --pid --uts --ipc --mount --mount-proc sh "$0" "$@" inside
fi
mount --make-rprivate /
# A systemd at the top of a machine would raise limits of the kernel.
mount --bind /proc/sys /proc/sys
mount -o remount,ro,bind /proc/sys
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
for folder in /opt /run /var/lib; do mount -t tmpfs tmpfs $folder; done
mkdir /opt/balcao-unpacked /run/units
ln -s balcao-unpacked /opt/balcao
mount --bind "$unpacked" /opt/balcao-unpacked
# Memory, where tests have their folders, may be mounted noexec.
mount -o remount,bind,exec /opt/balcao-unpacked
for packages in node_modules scripts/toolchain/node_modules; do
  mount --bind "$root/$packages" "/opt/balcao/$packages"
done
cp -r "$units/." /run/units
install -g balcao -m 0640 "$units/balcao.env" /opt/balcao.env
mount -t tmpfs tmpfs /tmp
export SYSTEMD_UNIT_PATH=/run/units SYSTEMD_GENERATOR_PATH=/none SYSTEMD_ENVIRONMENT_GENERATOR_PATH=/none
export container=docker
exec /lib/systemd/systemd --system --unit=basic.target --log-target=console --show-status=no < /dev/null
