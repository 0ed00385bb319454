import type { PropertyFilter } from "../definition/property-filter.ts";
import { type FlagContext, findProperty, groupPropertiesOf } from "./flag-context.ts";
import { matchesCohortFilter } from "./is-in-cohort.ts";
import { matchProperty } from "./match-property.ts";
import type { Subject } from "./subject.ts";

/**
 * Tests one line of a condition.
 *
 * @param groupType The type of group that the condition is about; `undefined` for persons.
 */
export function matchFilter(
	filter: PropertyFilter,
	groupType: number | undefined,
	{ context, dependencyValue }: Subject,
): boolean {
	if (filter.type === "flag") return matchesFlagValue(dependencyValue(filter.key), filter.value);
	if (filter.type === "cohort") return matchesCohortFilter(filter, context);
	return matchProperty(
		findProperty(propertiesFor(filter, groupType, context), filter.key),
		{ operator: filter.operator ?? "exact", wanted: filter.value },
		context,
	);
}

function propertiesFor(
	filter: PropertyFilter,
	groupType: number | undefined,
	context: FlagContext,
): Readonly<Record<string, unknown>> {
	const subject = filter.type ?? (groupType === undefined ? "person" : "group");
	const index = subject === "group" ? (filter.group_type_index ?? groupType) : undefined;
	return index === undefined ? context.personProperties : groupPropertiesOf(context, index);
}

/** `true` is content with any variant; a text wants exactly that one. */
function matchesFlagValue(value: string | boolean, wanted: unknown): boolean {
	if (typeof wanted === "boolean") return (value !== false) === wanted;
	return value === wanted;
}
