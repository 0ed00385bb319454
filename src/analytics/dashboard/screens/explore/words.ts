import type { Operator, QuestionDimension } from "../../../wire/dashboard/dimensions.ts";
import { QUESTION_DIMENSIONS } from "../../../wire/dashboard/dimensions.ts";
import { DIMENSIONS } from "../../format/labels.ts";

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
	// The same twice would be no choice.
	QUESTION_DIMENSIONS.filter((name) => name !== "campaign").map((name) => [name, DIMENSIONS[name]]);

/** A dimension, `property.plan` or `goal.signup` as people say it. */
export function fieldLabel(field: string): string {
	const known = DIMENSION_OPTIONS.find(([name]) => name === field);
	return (
		known?.[1] ?? field.replace(/^(property|goal)\./, (_, kind) => (kind === "goal" ? "Goal " : ""))
	);
}
