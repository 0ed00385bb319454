import type { Goal, Selector } from "./question.ts";

type Selected = Goal["selector"];
type Condition = Selected["conditions"][number];

/**
 * Describes a selector for people: `/docs/*` for a page, `signup, plan is team` for an event, and a
 * goal by its name.
 */
export function selectorWords(
	selector: Selector,
	goals: Readonly<Record<string, Pick<Goal, "name"> | undefined>> = {},
): string {
	if ("goal" in selector) return goals[selector.goal]?.name ?? selector.goal;
	const { event, conditions } = selector;
	const [only] = conditions;
	if (event === undefined && conditions.length === 1 && only !== undefined && isPlainPage(only)) {
		return only.values.join(" or ");
	}
	const words = conditions.map(conditionWords);
	if (event !== undefined) words.unshift(event);
	return words.length === 0 ? "Any event" : words.join(", ");
}

function isPlainPage(condition: Condition): boolean {
	const { operator, values } = condition;
	const isPage = "dimension" in condition && condition.dimension === "page";
	return isPage && (operator === "is" || operator === "matches") && !values.includes("");
}

function conditionWords(condition: Condition): string {
	const field = "property" in condition ? condition.property : condition.dimension;
	const { operator, values } = condition;
	return [field, operator.replaceAll("_", " "), values.join(" or ")].join(" ").trimEnd();
}
