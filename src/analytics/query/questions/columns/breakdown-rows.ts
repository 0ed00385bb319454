import type { BreakdownBy } from "../../../api-types/question.ts";
import type { DayColumns } from "../../../store/columns/day-columns.ts";
import { eventCodes } from "./event-codes.ts";
import type { Mask } from "./event-masks.ts";

/** Further values count only in the sum of others. */
const MAX_ROWS = 10_000;
/** Exceeds the number of values of a day. */
const CODE_RANGE = 2 ** 26;

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
		// Different values of a day are few beside its events: each is looked up once.
		const known = new Map<number, number>();
		for (let index = 0; index < rows.length; index += 1) {
			if (mask[index] === 0) continue;
			const code = first.codes[index] as number;
			const other = second === undefined ? 0 : (second.codes[index] as number);
			const pair = other * CODE_RANGE + code;
			let row = known.get(pair);
			if (row === undefined) {
				const values = [first.texts[code] ?? null];
				if (second !== undefined) values.push(second.texts[other] ?? null);
				row = this.rowOf(values);
				known.set(pair, row);
			}
			rows[index] = row;
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
