#!/bin/sh
# From an empty Debian to a running customer center for a try: `sh ops/try.sh`. It installs what is missing, and goes on
# with `npm run try`, whose options it takes.
set -eu
cd "$(dirname "$0")/.."

packages=
for package in npm postgresql haproxy openssl ca-certificates; do
  dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || packages="$packages $package"
done
# An own Node with npm, such as Node's own package, is as good as Debian's.
command -v npm >/dev/null && packages=$(printf %s "$packages" | sed 's/ npm\b//')
if [ -n "$packages" ]; then
  echo "Installing$packages …"
  apt-get update -qq
  # shellcheck disable=SC2086 # They are words.
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages </dev/null >/dev/null
fi
# Debian's npm runs with Debian's Node alone, and the product brings a newer one.
case $(npm --version) in [0-9].*) npm install --global --silent npm@10 ;; esac
exec npm run --silent try -- "$@"
