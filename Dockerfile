# Two images: "loggia" holds both services, "caddy" what stands before them. Both are on the same
# base, so that there is one system to keep up to date.
#
# "./loggia start" names both bases by digest, as the registry gives them, and "./loggia pin-bases" renews that.
ARG NODE_IMAGE=node:26-trixie-slim
ARG CADDY_IMAGE=caddy:2.11-alpine
# Which commit of Loggia it is made of, for the labels.
ARG COMMIT=

# ── The build. It runs on the builder's own platform: what comes out is JavaScript, on every
# platform the same, and the same build id with it.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
# Without install scripts: they only fetch the Node that this image has anyway.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY scripts scripts
COPY src src
# Source maps are for people who debug a build of their own.
RUN node scripts/build.ts && rm -rf dist/maps

# ── What the build leaves out, and the list of what is in it. Services are bundles: while they run, they
# read only grammars, words of languages, icons, countries of addresses, what draws formulas and diagrams, what reads old
# versions of OpenAPI and the client of ClickHouse from their packages. Of the others the license stays, and what tells programs that look for known faults
# which package in which version this is.
# "node" is an empty shell without its script.
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

# ── esbuild, which builds the code of a site folder, and the libraries of sharp, which makes images smaller:
# programs for the platform that the image is for.
FROM ${NODE_IMAGE} AS programs
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts \
	&& find node_modules/esbuild -type f ! -name package.json ! -name main.js ! -name 'LICENSE*' -delete

# ── git and SSH, of which only what brings a repository is taken, and what these programs load:
# the rest of Debian's packages, Perl among them, would make the image half as large again.
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
		# The C library and its like are those of the base.
		case $library in */libc.so*|*/libm.so*|*/libpthread.so*|*/libdl.so*|*/libresolv.so*|*/librt.so*|*/libgcc_s.so*) continue ;; esac; \
		target=/taken/usr/lib/$(basename "$(dirname "$library")"); \
		mkdir -p "$target"; \
		cp -L "$library" "$target"; \
	done

# ── The binary alone. The official image grants it the capability to bind low ports, and the
# kernel refuses to run such a file where all capabilities are dropped; a copy has none.
FROM ${CADDY_IMAGE} AS caddy-binary
RUN cp /usr/bin/caddy /srv/caddy

# ── What both images stand on: Node without package managers, which are for building.
FROM ${NODE_IMAGE} AS base
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
	/usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*

# ── What stands before the services. On Node's image and not on Caddy's own, for the sake of the
# health check, which needs bash, and of the certificates of a base that we update anyway.
FROM base AS caddy
ARG COMMIT
LABEL org.opencontainers.image.title="Caddy for Loggia" \
	org.opencontainers.image.version="0.2.0" \
	org.opencontainers.image.revision="${COMMIT}" \
	org.opencontainers.image.licenses="Apache-2.0"
RUN install -d -o node -g node /data/caddy /srv/builds /certs
# The slim base has no authorities, and Caddy must know those that issue its certificates.
COPY --from=caddy-binary /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=caddy-binary /srv/caddy /usr/bin/caddy
COPY Caddyfile /etc/caddy/Caddyfile
COPY scripts/start-caddy.sh /usr/local/bin/start-caddy
COPY scripts/health-check.sh /usr/local/bin/health-check
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/tmp SITE_ADDRESS=localhost ANALYTICS_ADDRESS=localhost:8443
WORKDIR /srv
USER 1000:1000
EXPOSE 80 443 443/udp 8443 8443/udp
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
	CMD ["health-check", "caddy"]
ENTRYPOINT ["start-caddy"]
CMD ["run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

# ── Both services, and by default both in one container. It stands last, because the last stage
# is what "docker build ." makes.
FROM base AS loggia
ARG COMMIT
LABEL org.opencontainers.image.title="Loggia" \
	org.opencontainers.image.description="A folder of Markdown in, a fast React site with its own analytics out" \
	org.opencontainers.image.version="0.2.0" \
	org.opencontainers.image.revision="${COMMIT}" \
	org.opencontainers.image.licenses="MIT"
# A new volume takes its owner from the folder where it is mounted first.
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
# MALLOC_ARENA_MAX: all threads share one pool of memory, so that what one frees is of use to the others.
# NODE_OPTIONS: young objects have 4 MB rather than 16, which saves 20 to 50 MB and takes no measurable time.
ENV DATA_DIR=/data SITE_DIR=/site MALLOC_ARENA_MAX=1 NODE_OPTIONS=--max-semi-space-size=4
USER 1000:1000
EXPOSE 3000 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
	CMD ["scripts/health-check.sh", "all"]
ENTRYPOINT ["node"]
CMD ["scripts/serve.ts"]
