import * as z from "zod";
import {
	FILTER_DIMENSIONS,
	type Filter,
	type FilterDimension,
} from "../../../wire/dashboard/dimensions.ts";

const MAX_FILTERS = 20;
const RULE = `must be {dimension}:{is|is_not}:{value}, where dimension is one of ${FILTER_DIMENSIONS.join(", ")}, ${MAX_FILTERS} times at most`;
const PATTERN = new RegExp(`^(${FILTER_DIMENSIONS.join("|")}):(is|is_not):([^]{0,500})$`);

const filterText = z.string(RULE).regex(PATTERN, RULE);

/** Filters, each as `filter=page:is:/docs`; given several times for several. */
export const filterParameter = z
	.union([filterText.transform((text) => [text]), z.array(filterText).max(MAX_FILTERS, RULE)], RULE)
	.transform((texts) => texts.map(readFilter))
	.default([])
	.describe(
		"Keeps what is, or is not, of a value: page:is:/docs. Several at once; an empty value matches unknown values",
	);

function readFilter(text: string): Filter {
	const [, dimension, operator, value = ""] = PATTERN.exec(text) ?? [];
	// The pattern lets nothing else pass.
	return {
		dimension: dimension as FilterDimension,
		operator: operator as Filter["operator"],
		value,
	};
}
