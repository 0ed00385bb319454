import type { Revision } from "../content/revision.ts";

/** A span of time in which visitors see the same: one revision, and no page appears or expires. */
export interface Moment {
	readonly revision: Revision;
	/** Milliseconds since the Unix epoch. */
	readonly fromMs: number;
	/** The first moment at which something is different; infinity when nothing is dated. */
	readonly untilMs: number;
}

export interface MomentSources {
	/** The revision that is live; asked each time, since it is swapped under way. */
	readonly revision: () => Revision;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/**
 * Makes a function that says which moment it is; the same object for as long as it lasts.
 *
 * Documents name other pages in their navigation, so the date of one page concerns all.
 */
export function createMoments({ revision, now }: MomentSources): () => Moment {
	let last: Moment | undefined;
	return () => {
		const current = revision();
		const nowMs = now();
		// Both ends: the clock of a machine can be set back.
		if (last?.revision === current && nowMs >= last.fromMs && nowMs < last.untilMs) return last;
		last = momentAt(current, nowMs);
		return last;
	};
}

/** Makes a value once for each moment, when it is first asked for. */
export function perMoment<Value>(
	moment: () => Moment,
	make: (moment: Moment) => Value,
): () => Value {
	let made: { readonly at: Moment; readonly value: Value } | undefined;
	return () => {
		const current = moment();
		if (made?.at !== current) made = { at: current, value: make(current) };
		return made.value;
	};
}

/** The moment that a revision is in. */
export function momentAt(revision: Revision, nowMs: number): Moment {
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
