import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { INTERVALS, RETENTION_PERIODS } from "./dimensions.ts";
import { breakdownBy, measureSchema } from "./question.ts";
import { is_incomplete, missing_since, visitorCounting } from "./stats.ts";

const figure = z.number().nullable();
const share = z.number().nullable().describe("0 to 1; null: the divisor is 0");

const common = {
	from: z.iso.datetime(),
	to: z.iso.datetime().describe("Not included"),
	timezone: z.string(),
	visitors: visitorCounting,
	missing_since,
};

const counted = z.object({
	total: figure.describe("For the whole range; people count once, even with several points"),
	counts: z.array(figure).describe("One figure for each point"),
});
const breakdownValues = z
	.array(z.string().nullable())
	.describe("One value for each breakdown; null: unknown");

const trendAnswer = counted.extend({
	kind: z.literal("trend"),
	...common,
	measure: measureSchema,
	breakdowns: z.array(breakdownBy).describe("Breakdowns of the values of each row"),
	interval: z.enum(INTERVALS),
	starts: z.array(z.iso.datetime()).describe("Start times of the points"),
	comparison: counted
		.extend({ from: z.iso.datetime(), to: z.iso.datetime(), is_incomplete })
		.nullable()
		.describe("The same figures of an earlier range"),
	rows: z.array(counted.extend({ values: breakdownValues })),
	other: counted
		.nullable()
		.describe("Sum of all further values; null for figures that cannot be added, such as visitors"),
});

const conversionFigures = z.object({
	conversions: z.int().describe("Events that reach the goal"),
	converted: z.int().describe("Visitors who reach it"),
	rate: share.describe("Converted visitors as a share of all visitors"),
	value: z.number().describe("Sum of the goal's value property"),
});

const conversionsAnswer = z.object({
	kind: z.literal("conversions"),
	...common,
	visitor_count: z.int(),
	goals: z.array(
		conversionFigures.extend({
			goal: z.string(),
			rows: z.array(
				conversionFigures.extend({ value_of: z.string().nullable(), visitor_count: z.int() }),
			),
		}),
	),
});

const funnelStep = z.object({
	label: z.string().describe("Page or event of the step, or the name of its goal"),
	count: z.int(),
	rate: share.describe("Share of the visitors of the first step"),
	rate_of_previous: share,
	median_ms: figure.describe("Median time since the previous step, of visitors who reached both"),
	left: z.int().describe("Reached this step but not the next one"),
	instead: z
		.array(z.object({ label: z.string().nullable(), count: z.int() }))
		.describe("Next events of these visitors; null: no further event"),
});

const funnelAnswer = z.object({
	kind: z.literal("funnel"),
	...common,
	by: z.enum(["visitor", "session"]),
	steps: z.array(funnelStep),
	rows: z.array(z.object({ value: z.string().nullable(), counts: z.array(z.int()) })),
});

const retentionAnswer = z.object({
	kind: z.literal("retention"),
	...common,
	period: z.enum(RETENTION_PERIODS),
	is_available: z
		.boolean()
		.describe("false: visitors have no client id, so they cannot be recognized on another day"),
	cohorts: z.array(
		z.object({
			start: z.iso.datetime(),
			size: z.int(),
			returned: z.array(z.int()).describe("For the same period, the next one, and so on"),
		}),
	),
});

const pathsAnswer = z.object({
	kind: z.literal("paths"),
	...common,
	sessions: z.int().describe("Sessions with the anchor"),
	steps: z
		.array(
			z.object({
				offset: z.int().min(-3).max(3),
				rows: z.array(
					z.object({
						label: z
							.string()
							.nullable()
							.describe("A page or an event; null: the session ends here"),
						count: z.int(),
					}),
				),
				other: z.int().describe("Sessions with other pages or events"),
			}),
		)
		.describe("Three steps before the anchor, and three after it"),
});

/** `POST /api/v1/query`. */
export const queryAnswer = z.discriminatedUnion("kind", [
	trendAnswer,
	conversionsAnswer,
	funnelAnswer,
	retentionAnswer,
	pathsAnswer,
]);

export type QueryAnswer = AnswerOf<typeof queryAnswer>;
export type AnswerTo<Kind extends QueryAnswer["kind"]> = Extract<
	QueryAnswer,
	{ readonly kind: Kind }
>;
