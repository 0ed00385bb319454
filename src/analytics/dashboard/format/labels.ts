import {
	type Operator,
	QUESTION_DIMENSIONS,
	type QuestionDimension,
} from "../../api-types/dimensions.ts";
import type { BreakdownBy, Measure, QuestionInput } from "../../api-types/question.ts";
import { type Filter, hasOperand } from "../state/filters.ts";
import { visibleText } from "./visible-text.ts";

/** Singular name of each dimension. */
export const DIMENSIONS: Readonly<Record<QuestionDimension, string>> = {
	page: "Page",
	entry_page: "Entry page",
	exit_page: "Exit page",
	channel: "Channel",
	referrer: "Referrer",
	campaign: "Campaign",
	utm_source: "Source",
	utm_medium: "Medium",
	utm_campaign: "Campaign",
	utm_term: "Term",
	utm_content: "Content",
	browser: "Browser",
	os: "System",
	device: "Device",
	language: "Language",
	host: "Host",
	country: "Country",
	region: "Region",
	status: "Status",
	event: "Event",
	bot: "Bot",
};

/** Labels of measures. */
export const MEASURE_LABELS = {
	visitors: "Visitors",
	sessions: "Sessions",
	views: "Page views",
	events: "Events",
	sum: "Sum of a property",
	average: "Average of a property",
	percentile: "Percentile of a property",
} as const;

export function measureLabel(measure: Measure): string {
	const label = MEASURE_LABELS[measure.of];
	return "property" in measure ? label.replace("a property", visibleText(measure.property)) : label;
}

/** Events that a trend counts; absent: all. */
export type CountedEvents = Extract<QuestionInput, { kind: "trend" }>["events"];

/** Readable name of what a trend counts, such as `Errors` or `Page views: visitors`. */
export function countedLabel(measure: Measure, events: CountedEvents): string {
	const figure = measureLabel(measure);
	const name = events && eventsLabel(events);
	if (!name) return figure;
	return measure.of === "events"
		? name
		: `${name}: ${figure.charAt(0).toLowerCase()}${figure.slice(1)}`;
}

function eventsLabel(events: NonNullable<CountedEvents>): string {
	if ("goal" in events) return fieldLabel(`goal.${events.goal}`);
	const conditions = (events.conditions ?? []).map(({ operator = "is", values = [], ...on }) => {
		const field = "property" in on ? `property.${on.property}` : on.dimension;
		return filterWords({ field, operator, value: values.join(", ") })
			.join(" ")
			.trimEnd();
	});
	const { event } = events;
	return [
		...(event === undefined ? [] : [EVENTS.get(event) ?? visibleText(event)]),
		...conditions,
	].join(", ");
}

/** Readable names of events of PostHog's SDKs. */
const EVENTS: ReadonlyMap<string, string> = new Map([
	["$exception", "Errors"],
	["$pageleave", "Page leaves"],
	["$pageview", "Page views"],
	["$screen", "Screens"],
	["$web_vitals", "Web vitals"],
]);

export function breakdownLabel(by: BreakdownBy): string {
	return "property" in by ? visibleText(by.property) : DIMENSIONS[by.dimension];
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Readable label of a value. Values that visitors send stay unchanged, except for escapes. */
export function labelOf(dimension: QuestionDimension, value: string): string {
	if (value === "") return "(none)";
	if (dimension === "referrer" && value === "$direct") return "Direct or unknown";
	if (dimension === "language") return nameIn(LANGUAGES, value);
	if (dimension === "country") return nameIn(COUNTRIES, value);
	return visibleText(value);
}

function nameIn(names: Intl.DisplayNames, code: string): string {
	try {
		return names.of(code) ?? code;
	} catch {
		// Not a code of a language or a country: browsers can send any text.
		return code;
	}
}

export const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
	is: "is",
	is_not: "is not",
	contains: "contains",
	matches: "matches",
	set: "is set",
	not_set: "is not set",
	above: "is above",
	below: "is below",
};

export const DIMENSION_OPTIONS: readonly (readonly [QuestionDimension, string])[] =
	// Excludes `campaign`, which has the same label as `utm_campaign`.
	QUESTION_DIMENSIONS.filter((name) => name !== "campaign").map((name) => [name, DIMENSIONS[name]]);

/** Readable name of a field: a dimension, `property.plan` or `goal.signup`. */
export function fieldLabel(field: string): string {
	if (isDimension(field)) return DIMENSIONS[field];
	return visibleText(
		field.replace(/^(property|goal)\./, (_, kind) => (kind === "goal" ? "Goal " : "")),
	);
}

/** Labels of a filter's field, operator and value; the value is empty if there is no operand. */
export function filterWords({ field, operator, value }: Filter) {
	const shown = isDimension(field) ? labelOf(field, value) : visibleText(value);
	return [fieldLabel(field), OPERATOR_LABELS[operator], hasOperand(operator) ? shown : ""] as const;
}

function isDimension(field: string): field is QuestionDimension {
	return QUESTION_DIMENSIONS.some((name) => name === field);
}
