import { hash } from "node:crypto";
import { SALT_BYTES, type Salts } from "../store/privacy/salts.ts";
import { dayOf } from "../store/totals/roll-up.ts";
import type { Draft, RequestFacts } from "./draft.ts";

export interface VisitorKeys {
	/**
	 * A number that stays the same for one visitor all day and does not identify the visitor.
	 *
	 * @returns `undefined` when address or user agent is missing.
	 */
	readonly ofBrowser: (draft: VisitorDraft, facts: VisitorFacts) => number | undefined;
	/** Number of a client's session, unsalted. */
	readonly ofSession: (id: string) => number;
}

type VisitorDraft = Pick<Draft, "happenedAt">;
type VisitorFacts = Pick<RequestFacts, "address" | "userAgent" | "receivedAt">;

export interface VisitorKeyOptions {
	readonly salts: Salts;
	readonly projectKey: string;
	readonly randomBytes: (size: number) => Uint8Array;
}

/** Six bytes of a row. One of ten million sessions a year shares its number with another by chance 1 in 15. */
const KEY_BYTES = 6;
const MAX_KEY = 2 ** 47;

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
		| { readonly facts: VisitorFacts; readonly day: number; readonly key: number }
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
		ofSession: (id) => keyOf([Buffer.from(`session\0${id}`)]),
	};
}

/**
 * Needs no HMAC: the salt comes first with a fixed length, and the hash is truncated.
 *
 * @returns A number from 1.
 */
export function keyOf(parts: readonly Uint8Array[]): number {
	const key = hash("sha256", Buffer.concat(parts), "buffer").readUIntBE(0, KEY_BYTES);
	return (key % (MAX_KEY - 1)) + 1;
}

/** Yesterday's salt still exists, older ones do not. Tomorrow's salt is not created early. */
function saltDay(happened: number, today: number): number | undefined {
	if (happened < today - 1) return undefined;
	return Math.min(happened, today);
}
