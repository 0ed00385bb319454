import * as z from "zod";
import { isTimeZone } from "../protocol/is-time-zone.ts";
import type { AnswerOf, ReadonlyDeep } from "./answer-of.ts";
import {
	INTERVALS,
	OPERATORS,
	type Operator,
	QUESTION_DIMENSIONS,
	RETENTION_PERIODS,
	TREND_VIEWS,
} from "./dimensions.ts";

const MAX_CONDITIONS = 20;
const MAX_TEXT = 500;

const property = z.string().min(1).max(200).describe("Name of a property of the events");

const NAME_RULE = "must be a name of 1 to 100 characters";
/** Name that a user gives to an object. */
export const nameText = z.string(NAME_RULE).trim().min(1, NAME_RULE).max(100, NAME_RULE);

/** Key of a goal, a segment or a saved question, as used in URLs. */
export const savedKey = z
	.string()
	.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be lower case letters, digits and hyphens");

const operand = {
	operator: z.enum(OPERATORS, `must be one of ${OPERATORS.join(", ")}`).default("is"),
	values: z
		.array(z.union([z.string().max(MAX_TEXT), z.number().transform(String)]))
		.max(MAX_CONDITIONS)
		.default([])
		.describe("Alternatives; an empty value means unknown"),
};

const valueCondition = z
	.union([
		z.strictObject({ dimension: z.enum(QUESTION_DIMENSIONS), ...operand }),
		z.strictObject({ property, ...operand }),
	])
	.refine(
		({ operator, values }) => hasOperand(operator, values),
		"must have values for its operator; above and below take one number",
	);

const goalCondition = z
	.strictObject({ goal: savedKey, operator: z.enum(["is", "is_not"]).default("is") })
	.describe("Sessions that reached the goal, or did not");

const condition = z.union([valueCondition, goalCondition]);

export const filtersSchema = z
	.strictObject({
		match: z.enum(["all", "any"]).default("all"),
		conditions: z.array(condition).max(MAX_CONDITIONS).default([]),
	})
	.prefault({});

const event = z.string().min(1).max(MAX_TEXT).optional();
const conditions = z.array(valueCondition).max(MAX_CONDITIONS).default([]);

/** Selects events by name and conditions, or the events of a goal. */
export const selectorSchema = z.union([
	z.strictObject({ goal: savedKey }),
	z.strictObject({
		event: event.describe(
			"Default: page views if a condition is on the page or its status, else any event",
		),
		conditions,
	}),
]);

export const goalSchema = z.strictObject({
	name: nameText,
	selector: z.strictObject({ event, conditions }),
	value_property: property.optional().describe("Property whose numbers are added up as the value"),
});

const TIME_RULE =
	"must be a date or a time in ISO 8601, such as 2026-01-31 or 2026-01-31T12:00:00Z";
export const timeText = z.union([z.iso.date(), z.iso.datetime({ offset: true })], TIME_RULE);
const ZONE_RULE = "must be a time zone of the IANA database, such as Europe/Berlin";

/** Range of a question, in bodies and in URLs. */
export const rangeShape = {
	from: z
		.union([z.literal("all"), timeText], TIME_RULE)
		.optional()
		.describe("Start; its whole day counts. all: since the first counted day"),
	to: timeText.optional().describe("End, not included. Default: the end of today"),
	timezone: z
		.string(ZONE_RULE)
		.refine(isTimeZone, ZONE_RULE)
		.default("UTC")
		.describe("Where days begin and end"),
};

export const breakdownBy = z.union([
	z.strictObject({ dimension: z.enum(QUESTION_DIMENSIONS) }),
	z.strictObject({ property }),
]);

const asked = { ...rangeShape, filters: filtersSchema };

const limit = z.int().min(1).max(1_000).default(10).describe("Rows of the breakdown");

export const measureSchema = z.discriminatedUnion("of", [
	z.strictObject({ of: z.enum(["visitors", "sessions", "views", "events"]) }),
	z.strictObject({ of: z.enum(["sum", "average"]), property }),
	z.strictObject({
		of: z.literal("percentile"),
		property,
		percentile: z.number().gt(0).max(100).describe("By nearest rank"),
	}),
]);

const trend = z.strictObject({
	kind: z.literal("trend"),
	measure: measureSchema,
	events: selectorSchema.optional().describe("Events that count. Default: all"),
	...asked,
	interval: z.enum(INTERVALS).optional(),
	compare: z.enum(["none", "previous", "year"]).default("none"),
	breakdowns: z.array(breakdownBy).max(2).default([]),
	limit,
});

const conversions = z.strictObject({
	kind: z.literal("conversions"),
	goals: z.array(savedKey).min(1).max(20),
	...asked,
	breakdown: z
		.enum(QUESTION_DIMENSIONS)
		.optional()
		.describe("Value of each event. By page: conversions on the page, of its visitors"),
	limit,
});

const funnel = z.strictObject({
	kind: z.literal("funnel"),
	steps: z.array(selectorSchema).min(2).max(8),
	window_seconds: z
		.int()
		.min(1)
		.max(366 * 86_400)
		.default(86_400)
		.describe("Maximum time from the first step to the last"),
	by: z.enum(["visitor", "session"]).default("visitor"),
	...asked,
	breakdown: breakdownBy.optional().describe("Value at the first step"),
	limit,
});

const retention = z.strictObject({
	kind: z.literal("retention"),
	period: z.enum(RETENTION_PERIODS).default("week"),
	start: selectorSchema
		.optional()
		.describe("Event that starts a cohort. Default: any event of a visit"),
	returning: selectorSchema.optional().describe("Default: any event of a visit"),
	...asked,
});

const paths = z.strictObject({
	kind: z.literal("paths"),
	anchor: selectorSchema.describe("Only the first matching event of a session counts"),
	...asked,
	limit,
});

const anyQuestion = z.discriminatedUnion("kind", [trend, conversions, funnel, retention, paths]);

/** A question of a screen of the dashboard, a saved question, or a request of the API. */
export const questionSchema = anyQuestion.refine(
	countsWhatBotsDo,
	"must be a trend of events or views if it names bots",
);

export type Question = AnswerOf<typeof anyQuestion>;
/** A question before parsing: fields with a default may be absent. */
export type QuestionInput = ReadonlyDeep<z.input<typeof questionSchema>>;
export type QuestionOf<Kind extends Question["kind"]> = Extract<Question, { readonly kind: Kind }>;
export type Filters = AnswerOf<typeof filtersSchema>;
export type ValueCondition = AnswerOf<typeof valueCondition>;
export type Selector = AnswerOf<typeof selectorSchema>;
export type Goal = AnswerOf<typeof goalSchema>;
export type Measure = AnswerOf<typeof measureSchema>;
export type BreakdownBy = AnswerOf<typeof breakdownBy>;

/** A saved question with its name. */
export const savedQuestionSchema = z.strictObject({
	name: nameText,
	question: questionSchema,
	view: z.enum(TREND_VIEWS).default("line").describe("How a trend is shown"),
	is_on_overview: z.boolean().default(false),
});

export type SavedQuestion = AnswerOf<typeof savedQuestionSchema>;

/** Filters with a name. */
export const segmentSchema = z.strictObject({
	name: nameText,
	filters: filtersSchema,
});

export type Segment = AnswerOf<typeof segmentSchema>;

/** Whether a question names bots. Its answer then counts only events of bots, which are no visitors. */
export function isAboutBots(
	question: Question | { readonly kind: "stats"; readonly filters: Filters },
): boolean {
	const { conditions } = question.filters;
	const more = question.kind === "trend" ? [...question.breakdowns, ...selected(question)] : [];
	const isBot = (by: object): boolean => "dimension" in by && by.dimension === "bot";
	if (question.kind === "conversions" && question.breakdown === "bot") return true;
	if (question.kind === "funnel" && question.breakdown !== undefined) more.push(question.breakdown);
	return [...conditions, ...more].some(isBot);
}

function selected({ events }: QuestionOf<"trend">): readonly object[] {
	return events !== undefined && "conditions" in events ? events.conditions : [];
}

function countsWhatBotsDo(question: Question): boolean {
	if (!isAboutBots(question)) return true;
	return question.kind === "trend" && ["events", "views"].includes(question.measure.of);
}

function hasOperand(operator: Operator, values: readonly string[]): boolean {
	if (operator === "set" || operator === "not_set") return values.length === 0;
	if (operator !== "above" && operator !== "below") return values.length > 0;
	return values.length === 1 && values[0]?.trim() !== "" && Number.isFinite(Number(values[0]));
}
