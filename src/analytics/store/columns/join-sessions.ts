import { DAY_MS } from "../totals/roll-up.ts";
import { type Coded, narrowed, type SessionTable } from "./day-columns.ts";

/** A longer one is an id that the client never changes: each day has a session of its own. */
export const MAX_SESSION_MS = DAY_MS;

/** Sessions of a day and of its neighbors, without their events on other days. */
export interface NearTables {
	readonly own: SessionTable;
	/** @param offset Days after this one. */
	readonly tableOf: (offset: -2 | -1 | 1) => SessionTable;
}

/** The same session of a client on two adjacent days. */
interface Pair {
	/** Indexes in the tables of the days. */
	readonly earlier: number;
	readonly later: number;
}

/**
 * Completes the sessions of a day with their events on the day before and after. The id of the client decides,
 * wherever midnight falls. A session has events of two days at most, so its neighbors suffice to find it.
 */
export function joinSessions({ own, tableOf }: NearTables): SessionTable {
	// Sessions are sorted by the number of the client's session.
	if (((own.numbers.at(-1) as number) ?? 0) === 0) return own;
	const met = pairsOf(tableOf(-1), own);
	const begun = met.length === 0 ? [] : withoutEarlier(met, tableOf(-2), tableOf(-1));
	const metIndexes = new Set(met.map(({ later }) => later));
	const continued = pairsOf(own, tableOf(1)).filter(({ earlier }) => !metIndexes.has(earlier));
	if (begun.length === 0 && continued.length === 0) return own;
	return joinTables({ own, begun, continued, tableOf });
}

/** A question needs the pairs of two days three times. */
const knownPairs = new WeakMap<SessionTable, { other: SessionTable; pairs: readonly Pair[] }>();

function pairsOf(one: SessionTable, other: SessionTable): readonly Pair[] {
	const known = knownPairs.get(one);
	if (known?.other === other) return known.pairs;
	const pairs = findPairs(one, other);
	knownPairs.set(one, { other, pairs });
	return pairs;
}

/** @returns Sessions on both days that together last no longer than `MAX_SESSION_MS`. */
function findPairs(one: SessionTable, other: SessionTable): readonly Pair[] {
	const pairs: Pair[] = [];
	// Read once: a table of a file looks its columns up.
	const [ofOne, ofOther] = [one.numbers, other.numbers];
	let earlier = ofOne.length - 1;
	let later = ofOther.length - 1;
	while (earlier > 0 && later > 0) {
		const first = ofOne[earlier] as number;
		const second = ofOther[later] as number;
		if (first === 0 || second === 0) break;
		if (first === second && isShort(one, earlier, other, later)) pairs.push({ earlier, later });
		if (first >= second) earlier -= 1;
		if (first <= second) later -= 1;
	}
	return pairs;
}

function isShort(one: SessionTable, earlier: number, other: SessionTable, later: number): boolean {
	return endOf(other, later) - (one.startedAt[earlier] as number) <= MAX_SESSION_MS;
}

function endOf({ startedAt, durations }: SessionTable, index: number): number {
	return (startedAt[index] as number) + (durations[index] as number);
}

/** Removes pairs whose earlier part belongs to a session of the day before. */
function withoutEarlier(
	pairs: readonly Pair[],
	before: SessionTable,
	earlier: SessionTable,
): readonly Pair[] {
	const taken = new Set(pairsOf(before, earlier).map(({ later }) => later));
	return pairs.filter((pair) => !taken.has(pair.earlier));
}

interface JoinedTables extends NearTables {
	/** Sessions that began on the day before. */
	readonly begun: readonly Pair[];
	/** Sessions that continue on the next day. */
	readonly continued: readonly Pair[];
}

function joinTables({ own, begun, continued, tableOf }: JoinedTables): SessionTable {
	const [before, after] = [tableOf(-1), tableOf(1)];
	const numbers = own.numbers.slice();
	const startedAt = own.startedAt.slice();
	const durations = own.durations.slice();
	const views = own.views.slice();
	const join = (pair: Pair, table: readonly [SessionTable, SessionTable], index: number): void => {
		const [earlier, later] = table;
		const began = earlier.startedAt[pair.earlier] as number;
		startedAt[index] = began;
		durations[index] = endOf(later, pair.later) - began;
		views[index] = (earlier.views[pair.earlier] as number) + (later.views[pair.later] as number);
		// Differs from the next session of an id that the client never changes.
		const parity = (Math.floor(began / DAY_MS) & 3) / 4;
		numbers[index] = (own.numbers[index] as number) + parity;
	};
	for (const pair of begun) join(pair, [before, own], pair.later);
	for (const pair of continued) join(pair, [own, after], pair.earlier);
	const known = new Map<string, Coded>();
	const textOf = (name: string): Coded => {
		const column = own.text(name);
		const texts = [...column.texts];
		const codes = new Uint32Array(column.codes);
		const codeOf = new Map(texts.map((text, code) => [text, code]));
		const set = (index: number, first: string | undefined, second: string | undefined): void => {
			// An exit page is the last one, an entry page the first; the first event decides all other traits.
			const text =
				name === "exit_page"
					? (second ?? first)
					: name === "entry_page"
						? (first ?? second)
						: first;
			codes[index] = codeOf.getOrInsertComputed(text, () => texts.push(text) - 1);
		};
		const textAt = (table: SessionTable, index: number): string | undefined => {
			const other = table.text(name);
			return other.texts[other.codes[index] as number];
		};
		for (const { earlier, later } of begun) {
			set(later, textAt(before, earlier), textAt(own, later));
		}
		for (const { earlier, later } of continued) {
			set(earlier, textAt(own, earlier), textAt(after, later));
		}
		return narrowed({ codes, texts });
	};
	return {
		size: own.size,
		visitorCount: own.visitorCount,
		get visitors() {
			return own.visitors;
		},
		numbers,
		startedAt,
		durations,
		views,
		text: (name) => known.getOrInsertComputed(name, () => textOf(name)),
	};
}
