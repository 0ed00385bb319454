import { type CohortGroup, isCohortGroup } from "../definition/cohort-definition.ts";
import type { PropertyFilter } from "../definition/property-filter.ts";
import { type FlagContext, findProperty, groupPropertiesOf, type Subject } from "./flag-context.ts";
import { matchProperty } from "./match-property.ts";

/**
 * Tests one filter of a condition.
 *
 * @param groupType The condition's type of groups; `undefined` for persons.
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

/** `true` matches any variant, a text exactly that one. */
function matchesFlagValue(value: string | boolean, wanted: unknown): boolean {
	if (typeof wanted === "boolean") return (value !== false) === wanted;
	return value === wanted;
}

/** Cohorts may refer to cohorts; a deeper nesting is a circle. */
const MAX_DEPTH = 10;

/** @returns Whether the person belongs to the cohort; an unknown cohort has no members. */
export function isInCohort(id: number, context: FlagContext, depth = 0): boolean {
	const cohort = context.cohorts.get(id);
	if (cohort === undefined || depth > MAX_DEPTH) return false;
	if (cohort.distinct_ids?.includes(context.distinctId)) return true;
	const rule = cohort.filters?.properties;
	return rule !== undefined && rule.values.length > 0 && holds(rule, context, depth);
}

/** A filter on a cohort: its value is the cohort's number, its operator `in` or `not_in`. */
export function matchesCohortFilter(
	filter: PropertyFilter,
	context: FlagContext,
	depth = 0,
): boolean {
	const isMember = isInCohort(Number(filter.value), context, depth);
	return filter.operator === "not_in" ? !isMember : isMember;
}

function holds(group: CohortGroup, context: FlagContext, depth: number): boolean {
	const test = (value: CohortGroup | PropertyFilter): boolean =>
		isCohortGroup(value) ? holds(value, context, depth) : matches(value, context, depth);
	return group.type === "OR" ? group.values.some(test) : group.values.every(test);
}

function matches(filter: PropertyFilter, context: FlagContext, depth: number): boolean {
	const result =
		filter.type === "cohort"
			? matchesCohortFilter(filter, context, depth + 1)
			: matchProperty(
					findProperty(context.personProperties, filter.key),
					{ operator: filter.operator ?? "exact", wanted: filter.value },
					context,
				);
	return filter.negation === true ? !result : result;
}
