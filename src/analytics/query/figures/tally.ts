import type { Totals } from "../../store/totals/roll-up.ts";

/** Totals that are being added to. */
export type Tally = { -readonly [Field in keyof Totals]: Totals[Field] };

export function emptyTally(): Tally {
	return { views: 0, visitors: 0, sessions: 0, bounces: 0, durationMs: 0 };
}

export function addTo(tally: Tally, totals: Totals): Tally {
	tally.views += totals.views;
	tally.visitors += totals.visitors;
	tally.sessions += totals.sessions;
	tally.bounces += totals.bounces;
	tally.durationMs += totals.durationMs;
	return tally;
}

export function tallyOf<Key>(tallies: Map<Key, Tally>, key: Key): Tally {
	const known = tallies.get(key);
	if (known !== undefined) return known;
	const tally = emptyTally();
	tallies.set(key, tally);
	return tally;
}
