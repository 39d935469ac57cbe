#!/bin/sh
# Builds kube-apiserver and etcd from their Go modules, for the tests of k8s that apply the manifests. It needs Go and takes
# a quarter of an hour; what is there already is kept.
set -eu
kubernetes=v1.37.2
etcd=v3.7.0
target=${XDG_CACHE_HOME:-$HOME/.cache}/learning-platform/kubernetes-$kubernetes
mkdir -p "$target"

# module version package program flags: a copy without replacements by folders that the module does not contain
build() {
  [ -x "$target/$4" ] && return
  copy=$(mktemp -d)
  cp -r "$(go mod download -json "$1@$2" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')/." "$copy"
  chmod -R u+w "$copy"
  rm -rf "$copy/vendor" "$copy"/go.work*
  sed -i -E "s#=> \./staging/src/(k8s.io/[a-z-]+)#=> \1 v0.${kubernetes#v1.}#; /=> \.\.\//d" "$copy/go.mod"
  (cd "$copy" && GOFLAGS=-mod=mod GOWORK=off CGO_ENABLED=0 go build -trimpath -ldflags "-s -w $5" -o "$target/$4" "$3")
  rm -rf "$copy"
}

build go.etcd.io/etcd/server/v3 "$etcd" . etcd ''
version=k8s.io/component-base/version
build k8s.io/kubernetes "$kubernetes" ./cmd/kube-apiserver kube-apiserver \
  "-X $version.gitVersion=$kubernetes -X $version.gitMajor=1 -X $version.gitMinor=37"
go mod download -json sigs.k8s.io/gateway-api@v1.6.3 | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p' | while read -r gateway; do
  cp "$gateway/config/crd/standard/gateway.networking.k8s.io_httproutes.yaml" "$target"
done
echo "kube-apiserver and etcd are in $target"
