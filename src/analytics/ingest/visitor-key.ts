import { hash } from "node:crypto";
import { dayOf } from "../store/totals/roll-up.ts";
import { SALT_BYTES, type Salts } from "../store/visits/salts.ts";
import type { Draft, RequestFacts } from "./draft.ts";

export interface VisitorKeys {
	/**
	 * Sixteen bytes that stay the same for one visitor all day and do not identify the visitor.
	 *
	 * @returns `undefined` when address or user agent is missing.
	 */
	readonly ofBrowser: (draft: VisitorDraft, facts: VisitorFacts) => Uint8Array | undefined;
	/** Key from an id of the client, unsalted, for senders with many people behind one address. */
	readonly ofId: (kind: "person" | "session", id: string) => Uint8Array;
}

type VisitorDraft = Pick<Draft, "happenedAt">;
type VisitorFacts = Pick<RequestFacts, "address" | "userAgent" | "receivedAt">;

export interface VisitorKeyOptions {
	readonly salts: Salts;
	readonly projectKey: string;
	readonly randomBytes: (size: number) => Uint8Array;
}

const KEY_BYTES = 16;

/**
 * Creates visitor keys. The key of a browser is a salted hash of project, address and user agent.
 * Once the day's salt is destroyed, no search over all addresses can find the visitor.
 */
export function createVisitorKeys({
	salts,
	projectKey,
	randomBytes,
}: VisitorKeyOptions): VisitorKeys {
	let last:
		| { readonly facts: VisitorFacts; readonly day: number; readonly key: Uint8Array }
		| undefined;
	return {
		ofBrowser: ({ happenedAt }, facts) => {
			const { address, userAgent, receivedAt } = facts;
			if (address === undefined || userAgent === undefined) return undefined;
			const day = saltDay(dayOf(happenedAt), dayOf(receivedAt));
			if (day === undefined) return undefined;
			// One batch of a browser needs the same hash up to a hundred times.
			if (last?.facts === facts && last.day === day) return last.key;
			const salt = salts.forDay(day, () => randomBytes(SALT_BYTES));
			const key = keyOf([salt, Buffer.from(`${projectKey}\0${address}\0${userAgent}`)]);
			last = { facts, day, key };
			return key;
		},
		ofId: (kind, id) => keyOf([Buffer.from(`${kind}\0${id}`)]),
	};
}

/** Needs no HMAC: the salt comes first with a fixed length, and the hash is truncated to half. */
function keyOf(parts: readonly Uint8Array[]): Uint8Array {
	return hash("sha256", Buffer.concat(parts), "buffer").subarray(0, KEY_BYTES);
}

/** Yesterday's salt still exists, older ones do not. Tomorrow's salt is not created early. */
function saltDay(happened: number, today: number): number | undefined {
	if (happened < today - 1) return undefined;
	return Math.min(happened, today);
}
