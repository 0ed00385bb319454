import { FLAG_OPERATORS, type FlagOperator } from "../../../api-types/flags.ts";
import {
	type FlagCondition,
	type FlagDraft,
	type FlagFilter,
	type RawDefinition,
	readDraft,
	recordOf,
} from "./flag-definition.ts";

const PERCENT = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const OR = new Intl.ListFormat("en", { type: "disjunction" });
const AND = new Intl.ListFormat("en", { type: "conjunction" });

/** Describes the target group of a condition, such as `50% of people whose plan is pro`. */
export function conditionSentence(condition: FlagCondition): string {
	const { properties, rollout_percentage, variant } = condition;
	const who = properties.length === 0 ? "" : ` ${AND.format(properties.map(filterClause))}`;
	const share = shareOf(rollout_percentage);
	const get = variant === null ? "" : `, all with the variant “${variant}”`;
	return `${share}${who}${get}`;
}

/** Who gets a flag, one sentence for each setting and condition. */
export function targetSentences({ conditions, raw }: FlagDraft): readonly string[] {
	return [
		...specialSentences(raw),
		...(conditions.length === 0 ? ["No one"] : conditions.map(conditionSentence)),
	];
}

/** All settings of a definition, one sentence each; the history compares these sentences. */
export function flagSentences(definition: RawDefinition): readonly string[] {
	const { isActive, conditions, variants, payloads } = readDraft(definition);
	return [
		isActive ? "On" : "Off for everyone",
		...(conditions.length === 0 ? ["No one gets it"] : conditions.map(conditionSentence)),
		...variants.map(
			({ key, rollout_percentage }) => `Variant “${key}” for ${percent(rollout_percentage)}`,
		),
		...Object.entries(payloads).map(([key, payload]) =>
			key === "true" ? `Payload ${payload}` : `Payload of “${key}”: ${payload}`,
		),
		...specialSentences(definition),
	];
}

/** Sentences about settings that apply before the conditions. The editor does not change these settings. */
function specialSentences(definition: RawDefinition): readonly string[] {
	const { filters, evaluation_runtime, evaluation_contexts, evaluation_tags } = definition;
	const contexts = evaluation_contexts ?? evaluation_tags;
	const { feature_enrollment, super_groups, holdout, aggregation_group_type_index } =
		recordOf(filters);
	const exclusion = recordOf(holdout)["exclusion_percentage"];
	return [
		evaluation_runtime === "client" && "Only for browsers and apps",
		evaluation_runtime === "server" && "Only for servers",
		Array.isArray(contexts) &&
			contexts.length > 0 &&
			`Only for clients with the context ${valueText(contexts)}, or with none`,
		(feature_enrollment === true || (Array.isArray(super_groups) && super_groups.length > 0)) &&
			"Visitors who opted in to early access get it, and visitors who opted out do not, before any condition",
		typeof exclusion === "number" && `${percent(exclusion)} of people are held out`,
		typeof aggregation_group_type_index === "number" &&
			`Decided by groups of type ${aggregation_group_type_index} instead of persons`,
	].filter((sentence) => sentence !== false);
}

function shareOf(rolloutPercent: number): string {
	if (rolloutPercent <= 0) return "No one";
	if (rolloutPercent >= 100) return "Everyone";
	return `${percent(rolloutPercent)} of people`;
}

function filterClause({ key, type, operator, value }: FlagFilter): string {
	if (type === "cohort") {
		return `${operator === "not_in" ? "not in" : "in"} the cohort ${valueText(value)}`;
	}
	if (type === "flag") return `for whom the flag “${key}” is ${valueText(value)}`;
	const subject = type === "group" ? `whose group’s ${key}` : `whose ${key}`;
	const { phrase = operator.replaceAll("_", " "), takes } = operatorNamed(operator) ?? {};
	return [subject, phrase, ...(takes === "none" ? [] : [valueText(value)])].join(" ");
}

/** @returns `undefined` if only the API can change a filter with this comparison. */
export function operatorNamed(name: string): FlagOperator | undefined {
	return Object.hasOwn(FLAG_OPERATORS, name)
		? FLAG_OPERATORS[name as keyof typeof FLAG_OPERATORS]
		: undefined;
}

function valueText(value: unknown): string {
	if (Array.isArray(value)) return OR.format(value.map(valueText));
	if (value === "") return "empty";
	return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function percent(value: number): string {
	return `${PERCENT.format(value)}%`;
}

/** Sentences that only one of two versions has; `null` means that the flag does not exist. */
export function compareVersions(before: RawDefinition | null, after: RawDefinition | null) {
	const [old, now] = [before, after].map((definition) =>
		definition === null ? [] : flagSentences(definition),
	);
	return {
		added: [...new Set(now)].filter((sentence) => !old?.includes(sentence)),
		// All sentences of a deleted flag are removed, so that a list of them has no use.
		removed: after === null ? [] : [...new Set(old)].filter((sentence) => !now?.includes(sentence)),
	};
}
