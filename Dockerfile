# Two images: "loggia" has both services, "caddy" the proxy before them. Both have the same
# base, so that only one system needs updates.
#
# "./loggia start" pins both bases to digests from the registry; "./loggia pin-bases" updates the digests.
ARG NODE_IMAGE=node:26-trixie-slim
ARG CADDY_IMAGE=caddy:2.11-alpine
# The Loggia commit of the build, for the labels.
ARG COMMIT=

# ── The build. It runs on the builder's own platform: its output is JavaScript, with the same bytes
# and build id on every platform.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
# Without install scripts: they only download the Node that this image already has.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY scripts scripts
COPY src src
# Source maps help only to debug a local build.
RUN node scripts/build.ts && rm -rf dist/maps

# ── Packages outside the bundles, and the SBOM. The services are bundles. At run time, they read only grammars,
# stemmers, stop words, icons, countries of IP addresses, renderers of formulas and diagrams, the converter of old OpenAPI
# versions and the client of ClickHouse from packages. Of the other packages, only license and package.json stay;
# vulnerability scanners read the package.json. Without its install script, the package "node" is empty.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts \
	&& npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json \
	&& rm -rf node_modules/node node_modules/.bin \
	&& find node_modules -type f ! -name package.json ! -iname 'licen[cs]e*' ! -iname 'notice*' \
		! -path 'node_modules/highlight.js/lib/languages/*' ! -path 'node_modules/@orama/*/dist/*.cjs' \
		! -path node_modules/katex/dist/katex.js ! -path node_modules/elkjs/lib/elk.bundled.js \
		! -path node_modules/beautiful-mermaid/dist/index.js \
		! -path 'node_modules/@scalar/openapi-upgrader/dist/*.js' ! -path 'node_modules/@scalar/helpers/dist/*.js' \
		! -path 'node_modules/beautiful-mermaid/node_modules/entities/dist/esm/*.js' ! -path 'node_modules/@clickhouse/client/dist/*.js' \
		! -path 'node_modules/@iconify-json/*/icons.json' \
		! -path 'node_modules/@ip-location-db/*/NRO_LICENSE' \
		! -path 'node_modules/@ip-location-db/*/geo-whois-asn-country.mmdb' -delete \
	&& find node_modules -type f -path '*/test*/*' -delete \
	&& find node_modules -type d -empty -delete

# ── esbuild, which builds the code of a site folder, and the libraries of sharp, which resizes images:
# native programs for the platform of the image.
FROM ${NODE_IMAGE} AS programs
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts \
	&& find node_modules/esbuild -type f ! -name package.json ! -name main.js ! -name 'LICENSE*' -delete

# ── git and SSH: only the programs that clone a repository, and their libraries. The rest of Debian's
# packages, including Perl, would make the image half as large again.
FROM ${NODE_IMAGE} AS git
RUN set -e; \
	apt-get update; \
	apt-get install --yes --no-install-recommends git openssh-client ca-certificates; \
	programs="/usr/bin/git /usr/bin/ssh /usr/lib/git-core/git-remote-http"; \
	mkdir -p /taken/usr/bin /taken/usr/lib/git-core /taken/etc/ssl/certs; \
	cp /usr/bin/git /usr/bin/ssh /taken/usr/bin; \
	cp /usr/lib/git-core/git-remote-http /taken/usr/lib/git-core; \
	ln -s git-remote-http /taken/usr/lib/git-core/git-remote-https; \
	for name in git git-upload-pack; do ln -s ../../bin/git /taken/usr/lib/git-core/$name; done; \
	cp -L /etc/ssl/certs/ca-certificates.crt /taken/etc/ssl/certs; \
	for library in $(ldd $programs | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u); do \
		# The base already has the C library and related libraries.
		case $library in */libc.so*|*/libm.so*|*/libpthread.so*|*/libdl.so*|*/libresolv.so*|*/librt.so*|*/libgcc_s.so*) continue ;; esac; \
		target=/taken/usr/lib/$(basename "$(dirname "$library")"); \
		mkdir -p "$target"; \
		cp -L "$library" "$target"; \
	done

# ── Only the binary. The official image grants it the capability to bind low ports. If all capabilities are
# dropped, the kernel refuses to run such a file; a copy has no capability.
FROM ${CADDY_IMAGE} AS caddy-binary
RUN cp /usr/bin/caddy /srv/caddy

# ── The base of both images: Node without package managers, which only builds need.
FROM ${NODE_IMAGE} AS base
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
	/usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*

# ── The proxy before the services. On Node's image instead of Caddy's, because the health check
# needs bash, and because one base needs fewer updates.
FROM base AS caddy
ARG COMMIT
LABEL org.opencontainers.image.title="Caddy for Loggia" \
	org.opencontainers.image.version="0.3.0" \
	org.opencontainers.image.revision="${COMMIT}" \
	org.opencontainers.image.licenses="Apache-2.0"
# Caddy's own list of media types lacks fonts.
RUN install -d -o node -g node /data/caddy /srv/builds /certs && echo "font/woff2 woff2" > /etc/mime.types
# The slim base has no root certificates, and Caddy must verify the authority that issues its own.
COPY --from=caddy-binary /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=caddy-binary /srv/caddy /usr/bin/caddy
COPY Caddyfile /etc/caddy/Caddyfile
COPY scripts/start-caddy.sh /usr/local/bin/start-caddy
COPY scripts/health-check.sh /usr/local/bin/health-check
# GOGC: Caddy needs 15 MB, so its garbage collector would run after each further 15 MB and take a twelfth of its time.
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/tmp GOGC=400 SITE_ADDRESS=localhost ANALYTICS_ADDRESS=localhost:8443
WORKDIR /srv
USER 1000:1000
EXPOSE 80 443 443/udp 8443 8443/udp
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
	CMD ["health-check", "caddy"]
ENTRYPOINT ["start-caddy"]
CMD ["run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

# ── Both services, by default in one container. This stage is the last, because "docker build ."
# builds the last stage.
FROM base AS loggia
ARG COMMIT
LABEL org.opencontainers.image.title="Loggia" \
	org.opencontainers.image.description="A folder of Markdown in, a fast React site with its own analytics out" \
	org.opencontainers.image.version="0.3.0" \
	org.opencontainers.image.revision="${COMMIT}" \
	org.opencontainers.image.licenses="MIT"
# A new volume inherits the owner of the folder where it is first mounted.
RUN install -d -o node -g node /data /data/builds
WORKDIR /app
COPY --from=git /taken/ /
COPY LICENSE package.json ./
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=programs /app/node_modules/esbuild node_modules/esbuild
COPY --from=programs /app/node_modules/@esbuild node_modules/@esbuild
COPY --from=programs /app/node_modules/@img node_modules/@img
COPY scripts/serve.ts scripts/health-check.sh scripts/
COPY scripts/start scripts/start
COPY site site
COPY --from=build /app/dist dist
# MALLOC_ARENA_MAX: all threads share one memory pool, so that a thread can reuse memory that another has freed.
# NODE_OPTIONS: 4 MB instead of 16 MB for young objects saves 20 to 50 MB, without a measurable delay.
ENV DATA_DIR=/data SITE_DIR=/site MALLOC_ARENA_MAX=1 NODE_OPTIONS=--max-semi-space-size=4
USER 1000:1000
EXPOSE 3000 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
	CMD ["scripts/health-check.sh", "all"]
ENTRYPOINT ["node"]
CMD ["scripts/serve.ts"]
