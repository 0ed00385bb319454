import {
	type FlagCondition,
	type FlagFilter,
	type RawDefinition,
	readDraft,
} from "./flag-definition.ts";
import { OPERATORS } from "./operators.ts";

const PERCENT = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const OR = new Intl.ListFormat("en", { type: "disjunction" });
const AND = new Intl.ListFormat("en", { type: "conjunction" });

/** Says who a condition is for, such as `50% of those whose plan is pro`. */
export function conditionSentence({ filters, rolloutPercent, variant }: FlagCondition): string {
	const who = filters.length === 0 ? "" : ` ${AND.format(filters.map(filterClause))}`;
	const share = shareOf(rolloutPercent, filters.length === 0);
	const get = variant === undefined ? "" : `, all with the variant “${variant}”`;
	return `${share}${who}${get}`;
}

/** Everything that a definition says, a sentence each; what history compares. */
export function flagSentences(definition: RawDefinition): readonly string[] {
	const { isActive, conditions, variants, payloads } = readDraft(definition);
	return [
		isActive ? "It is on" : "It is off, for everybody",
		...(conditions.length === 0 ? ["Nobody gets it"] : conditions.map(conditionSentence)),
		...variants.map(({ key, rolloutPercent }) => `Variant “${key}” for ${percent(rolloutPercent)}`),
		...Object.entries(payloads).map(([key, payload]) =>
			key === "true" ? `Payload ${payload}` : `Payload of “${key}”: ${payload}`,
		),
		...specialSentences(definition),
	];
}

/** What goes before the conditions, and is not edited here. */
export function specialSentences(definition: RawDefinition): readonly string[] {
	const { filters } = definition;
	const { feature_enrollment, super_groups, holdout, aggregation_group_type_index } =
		typeof filters === "object" && filters !== null ? (filters as RawDefinition) : {};
	const exclusion =
		typeof holdout === "object" && holdout !== null && "exclusion_percentage" in holdout
			? holdout.exclusion_percentage
			: undefined;
	return [
		...(feature_enrollment === true || (Array.isArray(super_groups) && super_groups.length > 0)
			? [
					"Who has joined the early access gets it, and who has left it does not, before anything else",
				]
			: []),
		...(typeof exclusion === "number" ? [`${percent(exclusion)} are held out of everything`] : []),
		...(typeof aggregation_group_type_index === "number"
			? [`It is decided for groups of type ${aggregation_group_type_index}, not for persons`]
			: []),
	];
}

function shareOf(rolloutPercent: number, isEverybody: boolean): string {
	if (rolloutPercent <= 0) return isEverybody ? "Nobody" : "None of those";
	if (rolloutPercent >= 100) return "Everybody";
	return `${percent(rolloutPercent)} of ${isEverybody ? "everybody" : "those"}`;
}

function filterClause({ key, type, operator, value, raw }: FlagFilter): string {
	if (type === "cohort") {
		const isOut = operator === "not_in" || raw["negation"] === true;
		return `who ${isOut ? "are not" : "are"} in the cohort ${valueText(value)}`;
	}
	if (type === "flag") return `for whom the flag “${key}” is ${valueText(value)}`;
	const subject = type === "group" ? `whose group’s ${key}` : `whose ${key}`;
	const known = OPERATORS[operator];
	if (known === undefined) return `${subject} ${operator.replaceAll("_", " ")} ${valueText(value)}`;
	return known.takes === "none"
		? `${subject} ${known.phrase}`
		: `${subject} ${known.phrase} ${valueText(value)}`;
}

function valueText(value: unknown): string {
	if (Array.isArray(value)) return OR.format(value.map(valueText));
	if (value === "") return "empty";
	return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function percent(value: number): string {
	return `${PERCENT.format(value)}%`;
}
