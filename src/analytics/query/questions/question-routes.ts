import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { jsonParameter, limitParameter } from "../../api/parameters.ts";
import { refused } from "../../api/refused.ts";
import {
	BREAKDOWNS,
	type Breakdown,
	FILTER_DIMENSIONS,
	type FilterDimension,
	INTERVALS,
} from "../../api-types/dimensions.ts";
import { queryAnswer } from "../../api-types/query-answer.ts";
import {
	filtersSchema,
	questionSchema,
	rangeShape,
	type ValueCondition,
} from "../../api-types/question.ts";
import { statsAnswer } from "../../api-types/stats.ts";
import { ROW_ORDERS } from "../../store/totals/roll-up-reader.ts";
import type { ApiContext } from "../api-context.ts";

const BREAKDOWN_RULE = `must be one of ${BREAKDOWNS.join(", ")}, or several with commas between them`;
const ONE_BREAKDOWN = `(?:${BREAKDOWNS.join("|")})`;

const MAX_FILTERS = 20;
const FILTER_RULE = `must be {dimension}:{is|is_not}:{value}, where dimension is one of ${FILTER_DIMENSIONS.join(", ")}, ${MAX_FILTERS} times at most`;
const FILTER = new RegExp(`^(${FILTER_DIMENSIONS.join("|")}):(is|is_not):([^]{0,500})$`);
const filterText = z.string(FILTER_RULE).regex(FILTER, FILTER_RULE);

/** Filters such as `filter=page:is:/docs`; the parameter may repeat. */
const filterParameter = z
	.union(
		[filterText.transform((text) => [text]), z.array(filterText).max(MAX_FILTERS, FILTER_RULE)],
		FILTER_RULE,
	)
	.transform((texts) => texts.map(readFilter))
	.default([])
	.describe(
		"A condition, such as page:is:/docs; may repeat. An empty value matches unknown values",
	);

interface Filter {
	readonly dimension: FilterDimension;
	readonly operator: "is" | "is_not";
	readonly values: readonly string[];
}

function readFilter(text: string): Filter {
	const [, dimension, operator, value = ""] = FILTER.exec(text) ?? [];
	// The pattern ensures these types.
	return { dimension, operator, values: [value] } as Filter;
}

/** @returns A condition for each dimension and operator, with all values of its filters. */
function conditionsOf(filters: readonly Filter[]): readonly ValueCondition[] {
	const groups = Map.groupBy(filters, ({ dimension, operator }) => {
		return `${dimension === "campaign" ? "utm_campaign" : dimension} ${operator}`;
	});
	return [...groups.values()].flatMap((group) => {
		const values = group.flatMap((filter) => filter.values);
		return group.slice(0, 1).map((filter) => ({ ...filter, values }));
	});
}

const COMPARISONS = ["previous", "year", "none"] as const;
const statsQuery = z.object({
	...rangeShape,
	interval: z
		.enum(INTERVALS, `must be one of ${INTERVALS.join(", ")}`)
		.optional()
		.describe("Length of a point of the series. Default: by the length of the range"),
	breakdown: z
		.string(BREAKDOWN_RULE)
		.regex(new RegExp(`^${ONE_BREAKDOWN}(?:,${ONE_BREAKDOWN})*$`), BREAKDOWN_RULE)
		// The pattern ensures that each part is a breakdown.
		.transform((text) => text.split(",") as Breakdown[])
		.optional()
		.describe("Breakdowns of the totals, separated by commas"),
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Rows of each breakdown"),
	sort: z
		.enum(ROW_ORDERS, `must be one of ${ROW_ORDERS.join(", ")}`)
		.optional()
		.describe("Sort key of the rows. Default: the main figure of the breakdown"),
	compare: z
		.enum(COMPARISONS, `must be one of ${COMPARISONS.join(", ")}`)
		.default("previous")
		.describe("Earlier range: the same number of days just before, or the same days a year before"),
	filter: filterParameter,
	filters: jsonParameter(filtersSchema)
		.optional()
		.describe("Filters of a question, as JSON: every dimension, property and goal"),
});

/** Routes for questions, in the body or in the URL, and for the overview. */
export function questionRoutes({ ask }: ApiContext): readonly ApiRoute[] {
	const answer = { description: "The answer, by kind of question", schema: queryAnswer };
	const refusals = { 503: "Too many questions wait for an answer, or ClickHouse is unavailable" };
	return [
		defineRoute("viewer", "POST /api/v1/query", {
			summary: "Ask a question: a trend, conversions, a funnel, retention or paths",
			json: questionSchema,
			answer,
			refusals,
			handle: ({ body, reply }) => ask(body, reply.raw),
		}),
		defineRoute("viewer", "GET /api/v1/query", {
			summary: "Ask a question that is in the URL",
			query: z.object({ question: jsonParameter(questionSchema) }),
			answer,
			refusals,
			handle: ({ query, reply }) => ask(query.question, reply.raw),
		}),
		defineRoute("viewer", "GET /api/v1/stats", {
			summary: "Totals, series and breakdowns of a range, compared with an earlier range",
			query: statsQuery,
			answer: { description: "The figures", schema: statsAnswer },
			refusals,
			handle: async ({
				query: { filter, filters, breakdown: breakdowns = [], ...rest },
				reply,
			}) => {
				if (filter.length > 0 && filters !== undefined) {
					return refused(400, "filter and filters must not both be given");
				}
				const asked = filters ?? { match: "all" as const, conditions: conditionsOf(filter) };
				return ask({ ...rest, kind: "stats", filters: asked, breakdowns }, reply.raw);
			},
		}),
	];
}
