import { FILTER_DIMENSIONS, type Filter } from "../../wire/dashboard/dimensions.ts";
import type { Filters } from "../../wire/dashboard/question.ts";

/** @returns The filters of a segment, or `undefined` where an address cannot say them. */
export function filtersOf({ match, conditions }: Filters): readonly Filter[] | undefined {
	if (match === "any" && conditions.length > 1) return undefined;
	const filters = conditions.map((condition) => {
		const dimension =
			"dimension" in condition
				? FILTER_DIMENSIONS.find((name) => name === condition.dimension)
				: undefined;
		const { operator } = condition;
		if (dimension === undefined || !("values" in condition)) return undefined;
		if (operator !== "is" && operator !== "is_not") return undefined;
		return condition.values.map((value) => ({ dimension, operator, value }));
	});
	return filters.includes(undefined) ? undefined : filters.flatMap((some) => some ?? []);
}
