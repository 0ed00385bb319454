import type { CohortDefinition } from "../definition/cohort-definition.ts";
import type { CatalogFlag, FlagCondition, FlagDefinition } from "../definition/flag-definition.ts";
import type { PropertyFilter } from "../definition/property-filter.ts";
import { dependenciesOf, flagsByName } from "../evaluation/evaluate-flags.ts";
import type { FlagCatalog } from "../flag-catalog.ts";

/**
 * Renders definitions for PostHog's clients that evaluate locally. They find flags by key only and do
 * not sort dependencies, so the result names keys and the order of evaluation.
 */
export function renderDefinitions(
	{ flags, cohorts }: FlagCatalog,
	groupTypes: Readonly<Record<string, string>>,
): object {
	const byName = flagsByName(flags);
	// Includes flags that are off: clients answer false for them without a request.
	const kept = flags.filter(({ definition }) => !definition.deleted && !definition.archived);
	return {
		flags: kept.map((flag) => renderFlag(flag, byName)),
		group_type_mapping: groupTypes,
		cohorts: Object.fromEntries(
			[...cohorts].flatMap(([id, cohort]) => (isList(cohort) ? [] : [[id, ruleOf(cohort)]])),
		),
	};
}

type FlagsByName = ReadonlyMap<string, CatalogFlag>;

function renderFlag({ id, version, definition }: CatalogFlag, byName: FlagsByName): object {
	const { filters } = definition;
	const render = (condition: FlagCondition): object => renderCondition(condition, byName);
	const superGroups = filters.super_groups && { super_groups: filters.super_groups.map(render) };
	return {
		name: definition.key,
		deleted: false,
		...definition,
		// Only this service has the enrollment. With this field, clients ask the service.
		ensure_experience_continuity:
			definition.ensure_experience_continuity === true || hasEnrollment(definition),
		id,
		version,
		filters: { ...filters, groups: filters.groups.map(render), ...superGroups },
	};
}

function renderCondition(condition: FlagCondition, byName: FlagsByName): object {
	const properties = condition.properties ?? [];
	return {
		...condition,
		properties: properties.map((filter) =>
			filter.type === "flag" ? renderDependency(filter, byName) : filter,
		),
	};
}

function renderDependency(filter: PropertyFilter, byName: FlagsByName): object {
	const key = byName.get(filter.key)?.definition.key ?? filter.key;
	return { ...filter, key, dependency_chain: dependencyChain(filter.key, byName) };
}

/** @returns Keys in the order of evaluation, the named flag last; empty if one is missing. */
function dependencyChain(name: string, byName: FlagsByName): readonly string[] {
	const chain: string[] = [];
	const underWay = new Set<string>();
	const visit = (current: string): boolean => {
		const flag = byName.get(current);
		if (flag === undefined || underWay.has(flag.definition.key)) return false;
		const { key } = flag.definition;
		if (chain.includes(key)) return true;
		underWay.add(key);
		const isWhole = dependenciesOf(flag.definition).every(visit);
		underWay.delete(key);
		chain.push(key);
		return isWhole;
	};
	return visit(name) ? chain : [];
}

function hasEnrollment({ filters }: FlagDefinition): boolean {
	return filters.feature_enrollment === true || (filters.super_groups?.length ?? 0) > 0;
}

/** Cohorts by list are not sent to clients. For a cohort that they do not have, clients ask the service. */
function isList({ distinct_ids }: CohortDefinition): boolean {
	return distinct_ids != null && distinct_ids.length > 0;
}

/** A cohort without a rule has no members. Hazard: for clients, an empty AND matches everybody. */
function ruleOf({ filters }: CohortDefinition): object {
	const rule = filters?.properties;
	return rule === undefined || rule.values.length === 0 ? { type: "OR", values: [] } : rule;
}
