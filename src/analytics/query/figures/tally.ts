import { addTotals, NO_TOTALS, type Sum, type Totals } from "../../store/totals/roll-up.ts";

export function emptyTally(): Sum {
	return { ...NO_TOTALS };
}

/** For `reduce()`, whose further arguments `addTotals()` would take for a sign. */
export function addTo(tally: Sum, totals: Totals): Sum {
	return addTotals(tally, totals);
}

export function tallyOf<Key>(tallies: Map<Key, Sum>, key: Key): Sum {
	const known = tallies.get(key);
	if (known !== undefined) return known;
	const tally = emptyTally();
	tallies.set(key, tally);
	return tally;
}
