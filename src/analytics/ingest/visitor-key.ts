import { hash } from "node:crypto";
import { dayOf } from "../store/totals/roll-up.ts";
import { SALT_BYTES, type Salts } from "../store/visits/salts.ts";
import type { Draft, RequestFacts } from "./draft.ts";

export interface VisitorKeys {
	/**
	 * Sixteen bytes that are the same for one visitor all day, and tell nothing about them.
	 *
	 * @returns `undefined` when address or user agent is missing.
	 */
	readonly ofBrowser: (draft: VisitorDraft, facts: VisitorFacts) => Uint8Array | undefined;
	/** The same for senders who speak for many people from one address: an id of the client counts. */
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
 * Visitor keys are a salted hash of project, address and user agent. Once the day's
 * salt is destroyed, it cannot be found out whose visit it was, not even by trying
 * every address.
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
			// A batch of one browser would ask for the same hash a hundred times.
			if (last?.facts === facts && last.day === day) return last.key;
			const salt = salts.forDay(day, () => randomBytes(SALT_BYTES));
			const key = keyOf([salt, Buffer.from(`${projectKey}\0${address}\0${userAgent}`)]);
			last = { facts, day, key };
			return key;
		},
		ofId: (kind, id) => keyOf([Buffer.from(`${kind}\0${id}`)]),
	};
}

/** The salt stands first and has a fixed length, and most of the hash is cut off: no HMAC is needed. */
function keyOf(parts: readonly Uint8Array[]): Uint8Array {
	return hash("sha256", Buffer.concat(parts), "buffer").subarray(0, KEY_BYTES);
}

/** Yesterday's salt still lives, older ones do not; tomorrow's is not made before its time. */
function saltDay(happened: number, today: number): number | undefined {
	if (happened < today - 1) return undefined;
	return Math.min(happened, today);
}
