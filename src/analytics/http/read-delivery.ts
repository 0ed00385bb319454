import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { createAddressList } from "../../platform/address-list.ts";
import { formatUuid } from "../../platform/format-uuid.ts";

/** Headers of the site on a request that it may have queued, and may send more than once. */
export interface RequestDelivery {
	/** Milliseconds since the Unix epoch. */
	readonly arrivedAt: number;
	/** Whether address and user agent are the visitor's; the site loses them when it restarts. */
	readonly isSenderKnown: boolean;
	/** Ids for events without an id; they are the same at each attempt. */
	readonly nextUuid: () => string;
}

/** A request waits in the queue of the site while this service is unavailable. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** The clocks of an operator's machines differ by less than this. */
const MAX_SKEW_MS = 60_000;

/**
 * Creates the function that reads the site's headers, from this machine or a trusted proxy only.
 * Any client can send them, to count events at another time or without a visitor.
 */
export function createDeliveryReader(trustedProxies: readonly string[]) {
	const isTrusted = createAddressList(trustedProxies);
	/** @returns `undefined` for a request that the site did not forward. */
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
			// The clock of the site is wrong: the request counts at the time of arrival here.
			arrivedAt: isPlausible ? arrivedAt : now,
			isSenderKnown: headers["x-loggia-sender"] !== "unknown",
			nextUuid: () => {
				turn += 1;
				return formatUuid(hash("sha256", `${id} ${turn}`, "buffer"), 8);
			},
		};
	};
}
