import * as z from "zod";
import { ROW_ORDERS } from "../../../store/totals/roll-up-reader.ts";
import { BREAKDOWNS, type Breakdown } from "../../../wire/dashboard/dimensions.ts";
import { rangeShape } from "../../../wire/dashboard/question.ts";
import { statsAnswer } from "../../../wire/dashboard/stats.ts";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { limitParameter } from "../../api/parameters.ts";
import type { ApiContext } from "../../api-context.ts";
import { intervalShape } from "../../figures/local-range.ts";
import { filterParameter } from "./filter-parameter.ts";

const BREAKDOWN_RULE = `must be one of ${BREAKDOWNS.join(", ")}, or several with commas between them`;
const ONE_BREAKDOWN = `(?:${BREAKDOWNS.join("|")})`;

const statsQuery = z.object({
	...rangeShape,
	...intervalShape,
	breakdown: z
		.string(BREAKDOWN_RULE)
		.regex(new RegExp(`^${ONE_BREAKDOWN}(?:,${ONE_BREAKDOWN})*$`), BREAKDOWN_RULE)
		// The pattern lets nothing else pass.
		.transform((text) => text.split(",") as Breakdown[])
		.optional()
		.describe("What to break the totals down by, commas between several"),
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Rows of each breakdown"),
	sort: z
		.enum(ROW_ORDERS, `must be one of ${ROW_ORDERS.join(", ")}`)
		.optional()
		.describe("What the first rows have most of; unless told, what a breakdown is about"),
	filter: filterParameter,
});

/** How many came, when, from where and to what. */
export function statsRoute({ askStats }: ApiContext): ApiRoute {
	return defineRoute("GET /api/v1/stats", {
		summary: "Totals and series of a range, compared with the one before, and broken down",
		query: statsQuery,
		answer: { description: "The figures", schema: statsAnswer },
		refusals: { 503: "Too many questions wait for an answer, or the engine is away" },
		handle: ({ query: { filter: filters, breakdown: breakdowns = [], ...rest }, reply }) =>
			askStats({ ...rest, filters, breakdowns }, reply.raw),
	});
}
