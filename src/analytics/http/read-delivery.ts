import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { createAddressList } from "../../platform/address-list.ts";
import { formatUuid } from "../../platform/format-uuid.ts";

/** What the site says of a request that it may have kept for a while, and may pass on again. */
export interface RequestDelivery {
	/** Milliseconds since the Unix epoch. */
	readonly arrivedAt: number;
	/** Whether address and user agent are the visitor's; the site forgets them when it restarts. */
	readonly isSenderKnown: boolean;
	/** The same ids at each attempt, for the events that have none. */
	readonly nextUuid: () => string;
}

/** A request waits in the queue of the site while this service is away. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Clocks of two machines of one operator differ by less. */
const MAX_SKEW_MS = 60_000;

/**
 * Makes the function that reads what the site says. Others could say it as well, to have events
 * counted at another time, or without a visitor: the site is this machine or a trusted proxy.
 */
export function createDeliveryReader(trustedProxies: readonly string[]) {
	const isTrusted = createAddressList(trustedProxies);
	/** @returns `undefined` for a request that the site has not passed on. */
	return (
		{ headers, socket }: Pick<FastifyRequest, "headers" | "socket">,
		now: number,
	): RequestDelivery | undefined => {
		const id = headers["x-loggia-delivery"];
		if (typeof id !== "string" || !isTrusted(socket.remoteAddress ?? "")) return undefined;
		const arrivedAt = Number(headers["x-loggia-arrived-at"]);
		const isPlausible = arrivedAt < now + MAX_SKEW_MS && arrivedAt > now - MAX_AGE_MS;
		let turn = 0;
		return {
			// The site had a wrong clock: its request counts, at the time of arrival here.
			arrivedAt: isPlausible ? arrivedAt : now,
			isSenderKnown: headers["x-loggia-sender"] !== "unknown",
			nextUuid: () => {
				turn += 1;
				return formatUuid(hash("sha256", `${id} ${turn}`, "buffer"), 8);
			},
		};
	};
}
