import type { Draft, DraftCondition } from "../explore/draft.ts";

const PROPERTY = "property.";

/** The event that the address names; empty until one is chosen. */
export function eventOf({ steps: [step = ""] }: Draft): string {
	return step.startsWith("event:") ? step.slice("event:".length) : "";
}

/** Conditions on properties, as lists of events take them: a parameter for each. */
export function propertyParameters({ where }: Pick<Draft, "where">): string[][] {
	return where.flatMap(({ field, operator, value }) => {
		if (!field.startsWith(PROPERTY) || (operator !== "is" && operator !== "is_not")) return [];
		const name = field.slice(PROPERTY.length);
		return [[`${operator === "is" ? "property" : "property_not"}.${name}`, value]];
	});
}

/** @returns The conditions with one more, in the place of another of the same property and operator. */
export function withCondition(
	where: readonly DraftCondition[],
	condition: DraftCondition,
): readonly DraftCondition[] {
	const others = where.filter(
		({ field, operator }) => field !== condition.field || operator !== condition.operator,
	);
	return [...others, condition];
}
