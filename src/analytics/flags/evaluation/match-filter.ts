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
	if (filter.type === "cohort") return matchesCohortFilter(filter, context, 0);
	return matchesProperty(propertiesFor(filter, groupType, context), filter, context);
}

function matchesProperty(
	properties: FlagContext["personProperties"],
	{ key, operator, value }: PropertyFilter,
	context: FlagContext,
): boolean {
	const comparison = { operator: operator ?? "exact", wanted: value };
	return matchProperty(findProperty(properties, key), comparison, context);
}

function propertiesFor(
	filter: PropertyFilter,
	groupType: number | undefined,
	context: FlagContext,
): FlagContext["personProperties"] {
	const subject = filter.type ?? (groupType === undefined ? "person" : "group");
	const index = subject === "group" ? (filter.group_type_index ?? groupType) : undefined;
	return index === undefined ? context.personProperties : groupPropertiesOf(context, index);
}

/** `true` matches any variant; a text matches exactly that variant. */
function matchesFlagValue(value: string | boolean, wanted: unknown): boolean {
	if (typeof wanted === "boolean") return (value !== false) === wanted;
	return value === wanted;
}

/** A filter on a cohort: its value is the cohort's number, its operator `in` or `not_in`. */
function matchesCohortFilter(filter: PropertyFilter, context: FlagContext, depth: number): boolean {
	const isMember = isInCohort(Number(filter.value), context, depth);
	return filter.operator === "not_in" ? !isMember : isMember;
}

/** Cohorts may refer to cohorts. Deeper nesting is probably a circle. */
const MAX_DEPTH = 10;

/** @returns Whether the person belongs to the cohort; an unknown cohort has no members. */
function isInCohort(id: number, context: FlagContext, depth: number): boolean {
	const cohort = context.cohorts.get(id);
	if (cohort === undefined || depth > MAX_DEPTH) return false;
	if (cohort.distinct_ids?.includes(context.distinctId)) return true;
	const rule = cohort.filters?.properties;
	return rule !== undefined && rule.values.length > 0 && holds(rule);

	function holds({ type, values }: CohortGroup): boolean {
		return type === "OR" ? values.some(matches) : values.every(matches);
	}

	function matches(filter: CohortGroup | PropertyFilter): boolean {
		if (isCohortGroup(filter)) return holds(filter);
		const isMatch =
			filter.type === "cohort"
				? matchesCohortFilter(filter, context, depth + 1)
				: matchesProperty(context.personProperties, filter, context);
		return filter.negation === true ? !isMatch : isMatch;
	}
}
