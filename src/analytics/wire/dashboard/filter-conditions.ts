import type { Filter } from "./dimensions.ts";

export interface FilterCondition extends Omit<Filter, "value"> {
	readonly values: readonly string[];
}

/** @returns Filters as conditions, one for each dimension and operator: any of what it is, or is not. */
export function filterConditions(filters: readonly Filter[]): readonly FilterCondition[] {
	const groups = Map.groupBy(filters, ({ dimension, operator }) => {
		return `${dimension === "campaign" ? "utm_campaign" : dimension} ${operator}`;
	});
	return [...groups.values()].flatMap((group) =>
		group.slice(0, 1).map(({ dimension, operator }) => {
			return { dimension, operator, values: group.map(({ value }) => value) };
		}),
	);
}
