import type { DatabaseSync } from "node:sqlite";
import { fnv1a } from "../../../platform/fnv1a.ts";
import type { NewEvent } from "../new-event.ts";
import { dayOf } from "../totals/roll-up.ts";

/** Bits of a Bloom filter, three for each name. With 100 names, one lookup in 3,000 is a false positive. */
const BITS = 4_096;
const BITS_PER_NAME = 3;
/** Names above these limits need a check of the filter for each event. */
const MAX_KNOWN_NAMES = 1_000;
const MAX_KNOWN_CHARACTERS = 100;
/** Live events touch at most two days; an import touches many. */
const MAX_OPEN_DAYS = 8;

interface OpenDay {
	readonly filter: Uint8Array;
	readonly known: Set<string>;
	isChanged: boolean;
}

/**
 * Records which properties the events of a day (UTC) have, so that a question about another property skips
 * the day. Stores no names. Deleted events leave their bits set.
 */
export class PropertyDays {
	readonly #days = new Map<number, OpenDay>();
	readonly #select;
	readonly #save;

	constructor(database: DatabaseSync) {
		this.#select = database.prepare("SELECT filter FROM property_days WHERE day = ?");
		this.#save = database.prepare(
			"INSERT OR REPLACE INTO property_days (day, filter) VALUES (?, ?)",
		);
	}

	add({ timestamp, properties }: Pick<NewEvent, "timestamp" | "properties">): void {
		const number = dayOf(timestamp);
		const day = this.#days.get(number) ?? this.#open(number);
		for (const name of Object.keys(properties)) {
			if (day.known.has(name)) continue;
			if (name.length <= MAX_KNOWN_CHARACTERS && day.known.size < MAX_KNOWN_NAMES) {
				day.known.add(name);
			}
			if (mayHave(day.filter, name)) continue;
			for (const bit of bitsOf(name)) {
				day.filter[bit >> 3] = (day.filter[bit >> 3] ?? 0) | (1 << (bit & 7));
			}
			day.isChanged = true;
		}
	}

	/** Call only inside the transaction that writes the events. */
	flush(): void {
		for (const [number, day] of this.#days) {
			if (day.isChanged) this.#save.run(number, day.filter);
			day.isChanged = false;
		}
		if (this.#days.size > MAX_OPEN_DAYS) this.forget();
	}

	/** Clears the cache after a rollback: memory may have bits that were never stored. */
	forget(): void {
		this.#days.clear();
	}

	#open(number: number): OpenDay {
		const stored = this.#select.get(number)?.["filter"];
		const filter = stored instanceof Uint8Array ? stored : new Uint8Array(BITS / 8);
		const day = { filter, known: new Set<string>(), isChanged: false };
		this.#days.set(number, day);
		return day;
	}
}

/**
 * @param days Days since the Unix epoch, both inclusive.
 * @returns Whether an event of a day may have a property; `true` for a day without a filter.
 */
export function preparePropertyDays(
	database: DatabaseSync,
	days: readonly [first: number, last: number],
): (day: number, property: string) => boolean {
	const rows = database
		.prepare("SELECT day, filter FROM property_days WHERE day BETWEEN ? AND ?")
		.all(...days);
	const filters = new Map(rows.map(({ day, filter }) => [day, filter]));
	return (day, property) => {
		const filter = filters.get(day);
		return !(filter instanceof Uint8Array) || mayHave(filter, property);
	};
}

function mayHave(filter: Uint8Array, name: string): boolean {
	return bitsOf(name).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

/** Combines two halves of one hash into any number of bits (Kirsch and Mitzenmacher, 2006). */
function bitsOf(name: string): readonly number[] {
	const hash = fnv1a(name);
	return Array.from(
		{ length: BITS_PER_NAME },
		(_, index) => ((hash & 0xffff) + index * ((hash >>> 16) | 1)) % BITS,
	);
}
