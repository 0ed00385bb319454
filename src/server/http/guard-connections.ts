import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP, type Socket } from "node:net";
import { createAddressList } from "../../platform/address-list.ts";

export interface ConnectionLimits {
	readonly maxPerAddress: number;
	/** Addresses and networks that forward requests of many clients. Loopback is always one of them. */
	readonly trustedProxies: readonly string[];
}

/** Counts a request until its response ends. @returns Whether the site may answer it. */
export type AdmitRequest = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Limits the connections of one address.
 *
 * A proxy's connection counts for the proxy until it forwards its first request. Then each request
 * counts for the client whose address it forwards.
 */
export function guardConnections(
	server: Server,
	{ maxPerAddress, trustedProxies }: ConnectionLimits,
): AdmitRequest {
	const counts = new Map<string, number>();
	/** By connection of a proxy that has not forwarded a request. */
	const releases = new WeakMap<Socket, () => void>();
	const isProxy = createAddressList(["loopback", ...trustedProxies]);

	server.on("connection", (socket: Socket) => {
		const { remoteAddress } = socket;
		if (remoteAddress === undefined) return;
		const release = count(remoteAddress);
		socket.once("close", release);
		if (isOver(remoteAddress)) socket.destroy();
		else if (isProxy(remoteAddress)) releases.set(socket, release);
	});
	return ({ headers, socket }, response) => {
		const forwarded = headers["x-forwarded-for"];
		if (forwarded === undefined || !isProxy(socket.remoteAddress ?? "")) return true;
		releases.get(socket)?.();
		const address = clientOf([forwarded].flat().join(","));
		if (address === undefined) return true;
		response.once("close", count(address));
		return !isOver(address);
	};

	function isOver(address: string): boolean {
		return (counts.get(address) ?? 0) > maxPerAddress;
	}

	/** @returns Ends the counting; a second call has no effect. */
	function count(address: string): () => void {
		counts.set(address, (counts.get(address) ?? 0) + 1);
		let isCounted = true;
		return () => {
			if (!isCounted) return;
			isCounted = false;
			const left = (counts.get(address) ?? 1) - 1;
			if (left === 0) counts.delete(address);
			else counts.set(address, left);
		};
	}

	/** The last address that is no proxy: clients can invent the addresses before it. */
	function clientOf(forwarded: string): string | undefined {
		const addresses = forwarded.split(",").map((text) => text.trim());
		return addresses.findLast((address) => isIP(address) !== 0 && !isProxy(address));
	}
}
