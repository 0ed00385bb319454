import type { Revision } from "../content/revision.ts";
import { type ContentHours, createContentHours, isWithinHours } from "./content-hours.ts";

export interface PerHoursSources {
	/** The revision that is live; asked each time, since it is swapped under way. */
	readonly revision: () => Revision;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/**
 * Makes a value out of what visitors may see now: anew when another revision is live, and
 * when a page appears or expires.
 *
 * @param make Is given the value before, if there was one.
 */
export function perHours<Value>(
	{ revision, now }: PerHoursSources,
	make: (revision: Revision, before: Value | undefined) => Value,
): () => Value {
	let made: Made<Value> | undefined;
	return () => {
		const current = revision();
		const nowMs = now();
		if (made?.from === current && isWithinHours(made.hours, nowMs)) return made.value;
		const hours = createContentHours(current, nowMs);
		made = { from: current, hours, value: make(current, made?.value) };
		return made.value;
	};
}

interface Made<Value> {
	readonly from: Revision;
	readonly hours: ContentHours;
	readonly value: Value;
}
