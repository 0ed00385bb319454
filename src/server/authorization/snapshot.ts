import type { Revision } from "../content/revision.ts";

/** A revision during a period in which no page appears or expires, so that all visitors see the same. */
export interface Snapshot<Content extends Pick<Revision, "pages"> = Revision> {
	readonly revision: Content;
	/** Milliseconds since the Unix epoch. */
	readonly fromMs: number;
	/** Time when the next page appears or expires; infinity when no page does. */
	readonly untilMs: number;
}

export interface SnapshotSources {
	/** Returns the live revision, which can change between two calls. */
	readonly revision: () => Revision;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/**
 * Creates a function that returns the current snapshot: the same object until it ends.
 *
 * The date of one page affects all documents, since navigation names other pages.
 */
export function createSnapshots({ revision, now }: SnapshotSources): () => Snapshot {
	let last: Snapshot | undefined;
	return () => {
		const current = revision();
		const nowMs = now();
		// Check both ends: an operator can set the clock back.
		if (last?.revision === current && nowMs >= last.fromMs && nowMs < last.untilMs) return last;
		last = snapshotAt(current, nowMs);
		return last;
	};
}

/** Caches a value for the current snapshot. */
export function memoizeBySnapshot<Value>(
	snapshot: () => Snapshot,
	make: (snapshot: Snapshot) => Value,
): () => Value {
	let made: { readonly at: Snapshot; readonly value: Value } | undefined;
	return () => {
		const current = snapshot();
		if (made?.at !== current) made = { at: current, value: make(current) };
		return made.value;
	};
}

export function snapshotAt<Content extends Pick<Revision, "pages">>(
	revision: Content,
	nowMs: number,
): Snapshot<Content> {
	let fromMs = Number.NEGATIVE_INFINITY;
	let untilMs = Number.POSITIVE_INFINITY;
	for (const { frontMatter } of revision.pages.values()) {
		for (const date of [frontMatter.publishAt, frontMatter.expiresAt]) {
			if (date === undefined) continue;
			if (date <= nowMs) fromMs = Math.max(fromMs, date);
			else untilMs = Math.min(untilMs, date);
		}
	}
	return { revision, fromMs, untilMs };
}
