import type { Filter, FilterDimension } from "../../../wire/dashboard/dimensions.ts";
import { VISIT_TRAITS, type VisitTrait } from "../../../wire/visit-traits.ts";

/** Filters with their values as the numbers that rows hold; `null` is a value that is not known. */
export interface NumberedFilters {
	/** On what a view has of its own. */
	readonly page: ValueFilter | undefined;
	readonly status: ValueFilter | undefined;
	readonly entryPage: ValueFilter | undefined;
	readonly exitPage: ValueFilter | undefined;
	/** By place in `VISIT_TRAITS`. */
	readonly traits: readonly (ValueFilter | undefined)[];
	readonly hasViewFilters: boolean;
	readonly hasSessionFilters: boolean;
}

export interface ValueFilter {
	/** Any of these; all values when absent. */
	readonly is: ReadonlySet<number | null> | undefined;
	/** None of these. */
	readonly isNot: ReadonlySet<number | null>;
}

/** No row has this number. */
const NOWHERE = -1;

/** @param numberOf The number of a text in `strings`, if it is there. */
export function numberFilters(
	filters: readonly Filter[],
	numberOf: (text: string) => number | undefined,
): NumberedFilters {
	const of = (...dimensions: readonly FilterDimension[]): ValueFilter | undefined => {
		const mine = filters.filter(({ dimension }) => dimensions.includes(dimension));
		if (mine.length === 0) return undefined;
		const values = (operator: Filter["operator"]) =>
			mine
				.filter((filter) => filter.operator === operator)
				.map(({ value }) => (value === "" ? null : (numberOf(value) ?? NOWHERE)));
		const is = values("is");
		return { is: is.length === 0 ? undefined : new Set(is), isNot: new Set(values("is_not")) };
	};
	const byView = { page: of("page"), status: of("status") };
	const bySession = {
		entryPage: of("entry_page"),
		exitPage: of("exit_page"),
		traits: VISIT_TRAITS.map((trait: VisitTrait) =>
			trait === "utm_campaign" ? of("utm_campaign", "campaign") : of(trait),
		),
	};
	return {
		...byView,
		...bySession,
		hasViewFilters: byView.page !== undefined || byView.status !== undefined,
		hasSessionFilters: [bySession.entryPage, bySession.exitPage, ...bySession.traits].some(
			(filter) => filter !== undefined,
		),
	};
}

export function passes(filter: ValueFilter | undefined, value: number | null): boolean {
	if (filter === undefined) return true;
	return (filter.is === undefined || filter.is.has(value)) && !filter.isNot.has(value);
}

/** @returns The same as SQL, to be put behind other conditions on rows. */
export function filterSql(column: string, filter: ValueFilter | undefined): string {
	if (filter === undefined) return "";
	const isOneOf = (values: ReadonlySet<number | null>): string => {
		const numbers = [...values].filter((value) => value !== null).map(Number);
		const isKnown = `${column} IN (${numbers.join(", ")})`;
		return values.has(null) ? `(${isKnown} OR ${column} IS NULL)` : isKnown;
	};
	const is = filter.is === undefined ? "" : ` AND ${isOneOf(filter.is)}`;
	// SQL compares NULL with nothing.
	return filter.isNot.size === 0 ? is : `${is} AND (${isOneOf(filter.isNot)}) IS NOT TRUE`;
}

/**
 * @param column Numbers as a list in JSON.
 * @param index Place in the list of the one that is filtered.
 * @returns SQL that is true for every list that passes, and for few others.
 */
export function mayContainSql(
	column: string,
	filter: ValueFilter | undefined,
	index: number,
): string {
	if (filter?.is === undefined || filter.is.has(null)) return "";
	const before = index === 0 ? "[[]" : "*,";
	const contained = [...filter.is].map(
		(value) => `${column} GLOB '${before}${Number(value)}[],]*'`,
	);
	return ` AND (${contained.join(" OR ")})`;
}
