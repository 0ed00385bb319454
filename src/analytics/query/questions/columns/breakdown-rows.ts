import type { BreakdownBy } from "../../../api-types/question.ts";
import type { Coded, DayColumns } from "../../../store/columns/day-columns.ts";
import type { Mask } from "../../../store/columns/day-sums.ts";
import { eventCodes } from "./event-codes.ts";

/** Further values count only in the sum of others. */
const MAX_ROWS = 10_000;
/** Exceeds the number of values of a day. */
const CODE_RANGE = 2 ** 26;
/** A value whose row is not looked up yet. */
const UNKNOWN = -2;

/** Numbers the rows of a breakdown by one or two values, from 0. */
export class BreakdownRows {
	/** Values of each row. */
	readonly values: (readonly (string | null)[])[] = [];
	readonly #breakdowns: readonly BreakdownBy[];
	readonly #maxRows: number;
	readonly #rows = new Map<string | null, number>();

	constructor(breakdowns: readonly BreakdownBy[], maxRows = MAX_ROWS) {
		this.#breakdowns = breakdowns;
		this.#maxRows = maxRows;
	}

	/** @returns Row of each selected event; -1 for an event without a row. */
	ofDay(columns: DayColumns, mask: Mask, isOfViews: boolean): Int32Array {
		const rows = new Int32Array(columns.count).fill(-1);
		const [first, second] = this.#breakdowns.map((by) => eventCodes(columns, by, isOfViews));
		if (first === undefined) return rows;
		if (second === undefined) return this.#ofValues(first, mask, rows);
		// Different values of a day are few beside its events: each is looked up once.
		const known = new Map<number, number>();
		for (let index = 0; index < rows.length; index += 1) {
			if (mask[index] === 0) continue;
			const code = first.codes[index] as number;
			const other = second.codes[index] as number;
			const pair = other * CODE_RANGE + code;
			let row = known.get(pair);
			if (row === undefined) {
				row = this.rowOf([first.texts[code] ?? null, second.texts[other] ?? null]);
				known.set(pair, row);
			}
			rows[index] = row;
		}
		return rows;
	}

	#ofValues({ codes, texts }: Coded, mask: Mask, rows: Int32Array): Int32Array {
		const known = new Int32Array(texts.length).fill(UNKNOWN);
		for (let index = 0; index < rows.length; index += 1) {
			if (mask[index] === 0) continue;
			const code = codes[index] as number;
			if (known[code] === UNKNOWN) known[code] = this.rowOf([texts[code] ?? null]);
			rows[index] = known[code] as number;
		}
		return rows;
	}

	/** @returns The row of values; -1 if there are too many rows. */
	rowOf(values: readonly (string | null)[]): number {
		// Usually there is one value, which is enough as a key.
		const key = values.length === 1 ? (values[0] ?? null) : JSON.stringify(values);
		const known = this.#rows.get(key);
		if (known !== undefined) return known;
		if (this.values.length >= this.#maxRows) return -1;
		const row = this.values.push(values) - 1;
		this.#rows.set(key, row);
		return row;
	}
}
