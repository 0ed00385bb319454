import type { DatabaseSync } from "node:sqlite";
import { IMPORTED_PREFIX, readStretches } from "../../store/transfer/imported-totals.ts";
import { DAY_MS, isoDay } from "../../store/visits/roll-up.ts";
import type { ImportedRange } from "../../wire/dashboard/stats.ts";

/** @returns The totals of other services that lie in a range, which filters cannot count. */
export function readImported(
	database: DatabaseSync,
	range: { readonly from: number; readonly to: number },
): readonly ImportedRange[] {
	const rows = database
		.prepare(`SELECT key, value FROM settings WHERE key LIKE '${IMPORTED_PREFIX}%' ORDER BY key`)
		.all();
	const sources = new Map<string, { first: number; last: number }>();
	for (const { key, value } of rows) {
		const [source = ""] = String(key).slice(IMPORTED_PREFIX.length).split(".");
		// What another store of this kind has counted is counted as here.
		if (source.startsWith("loggia-")) continue;
		for (const [from, to] of readStretches(String(value))) {
			const [first, last] = [Math.max(from, range.from / DAY_MS), Math.min(to, range.to / DAY_MS)];
			if (first > last) continue;
			const known = sources.get(source) ?? { first, last };
			sources.set(source, {
				first: Math.min(known.first, first),
				last: Math.max(known.last, last),
			});
		}
	}
	return [...sources].map(([source, { first, last }]) => ({
		source,
		from: isoDay(Math.floor(first)),
		to: isoDay(Math.floor(last)),
	}));
}
