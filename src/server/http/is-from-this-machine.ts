import type { IncomingMessage } from "node:http";

/** What a proxy adds to tell on whose behalf it asks. */
const FORWARDING_HEADERS = [
	"forwarded",
	"via",
	"x-forwarded-for",
	"x-forwarded-host",
	"x-forwarded-proto",
	"x-real-ip",
] as const;

const LOOPBACK_ADDRESS =
	/^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

const LOOPBACK_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Says whether a request was made on this machine, by somebody who meant to.
 *
 * A connection from the loopback is not enough: a proxy on the same machine asks for the
 * whole world, and says so in its headers; and a page of another origin can have its
 * visitor's browser ask, under a name that leads to the loopback, and names itself in `Host`
 * and `Origin`. A proxy that hides both cannot be told from its operator.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
	if (!LOOPBACK_ADDRESS.test(socket.remoteAddress ?? "")) return false;
	if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
	if (!LOOPBACK_HOST.test(headers.host ?? "")) return false;
	// No browser has any business here: every one sends one of these with what a page asks for.
	return headers.origin === undefined && headers["sec-fetch-site"] === undefined;
}
