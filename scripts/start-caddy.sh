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

# While a container is stopped, its name is looked up outside: another host would get the visitors' cookies,
# and could sign anybody in.
if [ -n "${FORWARD_AUTH:-}" ] && ! echo "$FORWARD_AUTH" |
	grep -Eq '^(http://)?([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}$'; then
	echo "FORWARD_AUTH must be an IP address and a port, such as 10.210.87.70:9091, and no name: current value is \"$FORWARD_AUTH\". See deploy/sign-in.yaml" >&2
	exit 1
fi

# The first address of several, as a URL, with the published port.
url() {
	address=${1%%[, ]*}
	case $address in
	*://*) echo "$address" ;;
	*:*) echo "https://$address" ;;
	*) echo "https://$address${HTTPS_PORT_SUFFIX:-}" ;;
	esac
}
# As in the site, the path of SITE_URL is the base path if there is no other.
path=${BASE_PATH:-}
[ -n "$path" ] || case ${SITE_URL:-} in *://*/*) path=/${SITE_URL#*://*/} ;; esac
echo "The site is at $(url "$SITE_ADDRESS")$path, the dashboard at $(url "$ANALYTICS_ADDRESS")"

# Until the engine reads them again, if it stands still; see "log" in the Caddyfile.
: >/tmp/requests.log
tail --quiet --follow=name --retry --lines=+1 /tmp/requests.log 2>/dev/null &

exec caddy "$@"
