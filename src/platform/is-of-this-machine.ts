import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/** Whether a request comes from this machine, and is not passed on by a proxy on it. */
export function isOfThisMachine({ headers, socket }: IncomingMessage): boolean {
	if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
	const { remoteAddress = "" } = socket;
	return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === "loopback";
}
