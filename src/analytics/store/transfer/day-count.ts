import {
	addTotals,
	DIMENSIONS,
	NO_TOTALS,
	quarterOf,
	type Sum,
	type Totals,
} from "../visits/roll-up.ts";
import { addRow, contributionsOf, EMPTY_DAY, type VisitorDay } from "../visits/visitor-day.ts";
import type { VisitFacts } from "./visit-facts.ts";

/** What a total is kept by; quarters of an hour are kept for everything together. */
export interface TotalKey {
	/** A number of `DIMENSIONS`, or none for a quarter. */
	readonly dimension: number | undefined;
	/** The value's number in `strings`, or the quarter's. */
	readonly value: number;
}

/** Counts a day's events as an import of them would, one after the other in any order. */
export class DayCount {
	readonly #visitors = new Map<number, VisitorDay>();
	readonly #counts = new Map<string, { readonly key: TotalKey; readonly count: Sum }>();

	add(facts: VisitFacts): void {
		const { bot, name, session, visitor, isView, page, status, at } = facts;
		if (bot === undefined) this.#countViews(DIMENSIONS.event, name);
		else this.#countViews(DIMENSIONS.bot, bot);
		if (session === undefined) return;
		if (isView) {
			this.#countViews(undefined, quarterOf(at));
			this.#countViews(DIMENSIONS.page, page);
			this.#countViews(DIMENSIONS.status, status);
		}
		if (visitor === undefined) return;
		const day = this.#visitors.get(visitor) ?? EMPTY_DAY;
		this.#visitors.set(visitor, addRow(day, facts, session));
	}

	/** @returns Every total, by what it is kept by. */
	finish(): ReadonlyMap<string, { readonly key: TotalKey; readonly count: Totals }> {
		for (const day of this.#visitors.values()) {
			for (const { target, ...totals } of contributionsOf(day)) {
				const key = "quarter" in target ? { dimension: undefined, value: target.quarter } : target;
				addTotals(this.#countOf(key), totals);
			}
		}
		this.#visitors.clear();
		return this.#counts;
	}

	#countViews(dimension: number | undefined, value: number | undefined): void {
		if (value !== undefined) this.#countOf({ dimension, value }).views += 1;
	}

	#countOf(key: TotalKey): Sum {
		const name = nameOfKey(key);
		const known = this.#counts.get(name);
		if (known !== undefined) return known.count;
		const count = { ...NO_TOTALS };
		this.#counts.set(name, { key, count });
		return count;
	}
}

export function nameOfKey({ dimension, value }: TotalKey): string {
	return `${dimension ?? "quarter"}:${value}`;
}
