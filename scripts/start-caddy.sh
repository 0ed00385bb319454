#!/bin/sh
# Starts Caddy with the words that it is given. First it says in a line what Caddy would say in a page
# of JSON, again and again: which certificate cannot be read. Then it says where to look.
set -eu

for file in ${CADDY_TLS_DIRECTIVE:-}; do
	case $file in /*) ;; *) continue ;; esac
	if [ ! -r "$file" ] || [ -d "$file" ]; then
		echo "CADDY_TLS names \"$file\", which must be a file of CADDY_CERTS that the user $(id -u) can read" >&2
		exit 1
	fi
done

# As a URL, whether it has a scheme or not; the first of several.
url() {
	address=${1%%[, ]*}
	case $address in *://*) echo "$address" ;; *) echo "https://$address" ;; esac
}
echo "The site is at $(url "$SITE_ADDRESS")${BASE_PATH:-}, the dashboard at $(url "$ANALYTICS_ADDRESS")"

# Until the engine reads them again, if it stands still; see "log" in the Caddyfile.
: >/tmp/requests.log
tail --quiet --follow=name --retry --lines=+1 /tmp/requests.log 2>/dev/null &

exec caddy "$@"
