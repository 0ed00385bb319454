#!/usr/bin/env bash
# Asks services of this machine whether they are ready, and says of each that is not what is wrong:
#
#     health-check.sh [all | site | analytics | caddy] [end-hung]
#
# It finds them by the same variables as they themselves; "all" are the site and analytics. With
# "end-hung", a service that has been silent for too long is ended, and what started it starts it again.
#
# In bash, since this runs every three seconds for as long as a container lives: a Node process
# takes ten times the processor time.
set -u

# Shorter than what a container engine allows, so that it gets a sentence and not a timeout.
readonly timeout_seconds=4

# Longer than any pause of a service that is alive.
readonly hung_after_seconds=20

readonly task=${2:-}

# Prints the status of an answer. By its exit code, 124 is silence; a refused connection is
# not: the service is starting, or gone.
status_of() {
	timeout "$timeout_seconds" bash -c '
		exec 3<>"/dev/tcp/$0/$1" &&
			printf "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3 &&
			read -r _ status _ <&3 && echo "$status"' "$1" "$2" 2>/dev/null
}

# check NAME ENTRY HOST PORT
check() {
	local name=$1 entry=$2 host=$3 port=$4 status silence
	# A port that the system chooses is not known here, and a wrong one is refused by the service.
	[[ $port =~ ^[0-9]{1,5}$ ]] && ((10#$port > 0)) || return 0
	case $host in
	0.0.0.0) host=127.0.0.1 ;;
	::) host=::1 ;;
	esac
	status=$(status_of "$host" "$port")
	silence=$?
	[[ $task != end-hung ]] || judge_silence "$name" "$entry" "$silence"
	case $status in
	2??) return 0 ;;
	"") echo "The $name service does not answer at $host, port $port" ;;
	*) echo "The $name service is not ready: at $host, port $port, it answered $status" ;;
	esac
	return 1
}

# Each check is a process of its own: since when a service is silent stands in a file.
judge_silence() {
	local name=$1 entry=$2 silence=$3 since
	local file=${TMPDIR:-/tmp}/loggia-$name-silent-since
	if ((silence != 124)); then
		rm -f "$file"
	elif ! { read -r since <"$file"; } 2>/dev/null; then
		echo "$EPOCHSECONDS" >"$file"
	elif ((EPOCHSECONDS - since >= hung_after_seconds)); then
		rm -f "$file"
		end_processes_of "$entry" && echo "The $name service hung and was ended"
	fi
}

# Ends what runs this entry of this folder in Node.
end_processes_of() {
	local process words ended=1
	for process in /proc/[0-9]*; do
		mapfile -d "" -t words 2>/dev/null <"$process/cmdline" || continue
		[[ ${words[1]:-} == "$1" || ${words[1]:-} == "$PWD/$1" ]] && kill -KILL "${process#/proc/}" && ended=0
	done
	return "$ended"
}

# The value of a variable, or the second word where it is blank.
setting() {
	local value=${!1:-}
	value=${value//[[:space:]]/}
	echo "${value:-$2}"
}

site() { check site dist/server/main.js "$(setting HOST 0.0.0.0)" "$(setting PORT 3000)"; }
analytics() { check analytics dist/analytics/main.js "$(setting HOST 127.0.0.1)" "$(setting ANALYTICS_PORT 8000)"; }
caddy() { check caddy "" 127.0.0.1 2020; }

case ${1:-all} in
all)
	# At the same time: two that are silent take no longer than one.
	site &
	analytics
	analytics_problem=$?
	wait "$!" && ((analytics_problem == 0))
	;;
site | analytics | caddy) "$1" ;;
*)
	echo "The service must be one of all, site, analytics, caddy: got \"$1\"" >&2
	exit 2
	;;
esac
