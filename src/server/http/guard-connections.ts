import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP, type Socket } from "node:net";
import { createAddressList } from "../../platform/address-list.ts";

export interface ConnectionLimits {
	readonly maxPerAddress: number;
	/** Speak for many clients, as the machine itself does: those are told apart by what they forward. */
	readonly trustedProxies: readonly string[];
}

/** Says whether a request may be answered; it counts until its answer is over. */
export type AdmitRequest = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Limits the connections of one address. A client behind a proxy has as many connections to that as
 * it has requests under way, and these are limited.
 */
export function guardConnections(
	server: Server,
	{ maxPerAddress, trustedProxies }: ConnectionLimits,
): AdmitRequest {
	const counts = new Map<string, number>();
	const isProxy = createAddressList(["loopback", ...trustedProxies]);

	server.on("connection", (socket: Socket) => {
		const { remoteAddress } = socket;
		if (remoteAddress === undefined || isProxy(remoteAddress)) return;
		if (!isWithin(remoteAddress, (done) => socket.once("close", done))) socket.destroy();
	});
	return ({ headers, socket }, response) => {
		const forwarded = headers["x-forwarded-for"];
		if (forwarded === undefined || !isProxy(socket.remoteAddress ?? "")) return true;
		const address = clientOf([forwarded].flat().join(","));
		if (address === undefined) return true;
		return isWithin(address, (done) => response.once("close", done));
	};

	/** @param onDone Calls back when it does not count any more. */
	function isWithin(address: string, onDone: (done: () => void) => void): boolean {
		const count = (counts.get(address) ?? 0) + 1;
		counts.set(address, count);
		onDone(() => {
			const left = (counts.get(address) ?? 1) - 1;
			if (left === 0) counts.delete(address);
			else counts.set(address, left);
		});
		return count <= maxPerAddress;
	}

	/** The nearest that is no proxy: what stands before it can be made up. */
	function clientOf(forwarded: string): string | undefined {
		const addresses = forwarded.split(",").map((text) => text.trim());
		return addresses.findLast((address) => isIP(address) !== 0 && !isProxy(address));
	}
}
