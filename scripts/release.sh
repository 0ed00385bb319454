#!/bin/sh
# Makes one file from which a machine without internet is installed and upgraded, with its checksum:
#
#     scripts/release.sh [FOLDER]     FOLDER gets the file; by default ./release
#
# ARCH          amd64 or arm64; by default, the engine's own
# VERSION       the tag of the images; by default, the version in package.json
# SIGNING_KEY   a secret key of minisign, which signs the file
#
# The file has both images, everything that "docker compose" and "./loggia" read, and the list of packages.
set -eu
target=$(mkdir -p "${1:-release}" && cd "${1:-release}" && pwd)
cd "$(dirname "$0")/.."

VERSION=${VERSION:-$(sed -n 's/^[[:space:]]*"version": "\(.*\)",$/\1/p' package.json | head -n 1)}
ARCH=${ARCH:-$(docker version --format '{{.Server.Arch}}')}
COMMIT=${COMMIT-$(git rev-parse HEAD 2>/dev/null || :)}
export VERSION COMMIT
name=loggia-$VERSION-$ARCH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# An image in a file has no attestations: the list of packages lies beside it.
docker buildx bake --load --provenance=false --sbom=false --set "*.platform=linux/$ARCH"

mkdir "$folder/$name"
cp -R docker-compose.yml Caddyfile loggia .env.example deploy site examples CHANGELOG.md README.md LICENSE "$folder/$name"
rm -rf "$folder/$name"/examples/*/node_modules
printf '%s\n' "$VERSION" >"$folder/$name/VERSION"
docker save --output "$folder/$name/images.tar" "loggia:$VERSION" "loggia-caddy:$VERSION"
docker run --rm --entrypoint cat "loggia:$VERSION" sbom.cdx.json >"$folder/$name/sbom.cdx.json"
(cd "$folder/$name" && find . -type f ! -name SHA256SUMS -exec sha256sum {} + >"$folder/SHA256SUMS" && mv "$folder/SHA256SUMS" .)

# Its owner is whoever unpacks it.
tar -cf - -C "$folder" --owner=0 --group=0 "$name" | zstd -q -T0 -10 -o "$folder/$name.tar.zst"
mv "$folder/$name.tar.zst" "$target"
(cd "$target" && sha256sum "$name.tar.zst" >"$name.tar.zst.sha256")
if [ -n "${SIGNING_KEY:-}" ]; then
	minisign -S -s "$SIGNING_KEY" -t "Loggia $VERSION for $ARCH" -m "$target/$name.tar.zst"
fi
printf '%s\n' "$target/$name.tar.zst"
