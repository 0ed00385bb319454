import type { AnalyticsStore } from "../../store/analytics-store.ts";
import { MAX_GROUP_TYPES } from "../../store/persons/groups.ts";
import type { FlagDefinition } from "../definition/flag-definition.ts";
import { evaluateFlags } from "../evaluation/evaluate-flags.ts";
import { type FlagContext, groupKeyOf } from "../evaluation/flag-context.ts";
import type { FlagCatalog } from "../flag-catalog.ts";
import type { EvaluatedFlag } from "./flag-answer.ts";
import type { FlagRequest } from "./flag-request.ts";

interface EvaluateRequestOptions {
	readonly store: Pick<AnalyticsStore, "persons" | "groups">;
	readonly catalog: FlagCatalog;
	readonly request: FlagRequest;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/**
 * Evaluates the flags of a request, with the stored properties of its person and groups. Properties
 * of the request are newer and override them.
 */
export function evaluateRequest(options: EvaluateRequestOptions): readonly EvaluatedFlag[] {
	const { catalog, request } = options;
	if (request.flagsDisabled || catalog.flags.length === 0) return [];
	const evaluations = evaluateFlags(catalog.flags, createContext(options));
	const wanted = request.flagKeys && new Set(request.flagKeys);
	return catalog.flags.flatMap((flag) => {
		const { definition } = flag;
		const evaluation = evaluations.get(definition.key);
		const isWanted = isFor(definition, request) && wanted?.has(definition.key) !== false;
		return evaluation === undefined || !isWanted ? [] : [{ flag, evaluation }];
	});
}

/** Whether a flag is for the requesting code. Flags that depend on it are evaluated regardless. */
function isFor(
	{ evaluation_runtime, evaluation_contexts, evaluation_tags }: FlagDefinition,
	{ runtime, contexts }: FlagRequest,
): boolean {
	const isElsewhere =
		evaluation_runtime != null && evaluation_runtime !== "all" && evaluation_runtime !== runtime;
	if (runtime !== undefined && isElsewhere) return false;
	const own = evaluation_contexts ?? evaluation_tags ?? [];
	return own.length === 0 || contexts.length === 0 || own.some((name) => contexts.includes(name));
}

function createContext({ store, catalog, request, now }: EvaluateRequestOptions): FlagContext {
	const person = store.persons.findRecord(request.distinctId);
	const isContinuous = catalog.flags.some(
		({ definition }) => definition.ensure_experience_continuity === true,
	);
	// An identified visitor gets the variant of the first anonymous visit on every device.
	const firstId = isContinuous ? store.persons.oldestClientId(request.distinctId) : undefined;
	const knownTypes = store.groups.types();
	const groupTypes = store.groups.areNamed()
		? knownTypes
		: withNewTypes(knownTypes, Object.keys(request.groups));
	const context: FlagContext = {
		...request,
		groupTypes,
		now,
		cohorts: catalog.cohorts,
		matchPattern: catalog.matchPattern,
		anonymousId: firstId ?? request.anonymousId,
		personProperties: { ...person?.properties, ...request.personProperties },
	};
	const groupProperties = Object.entries(groupTypes).flatMap(([index, type]) => {
		const key = groupKeyOf(context, Number(index));
		if (key === undefined) return [];
		const known = Object.keys(knownTypes).find((number) => knownTypes[number] === type);
		const stored = known === undefined ? {} : store.groups.properties(Number(known), key);
		return [[type, { $group_key: key, ...stored, ...request.groupProperties[type] }] as const];
	});
	return { ...context, groupProperties: Object.fromEntries(groupProperties) };
}

/**
 * Numbers the group types of a request. Unless the project names its types, they are numbered by first
 * appearance. A type without a number gets a free number for this request, or the number of a type that
 * the request does not name, since a sender may have invented that type.
 */
function withNewTypes(
	known: FlagContext["groupTypes"],
	named: readonly string[],
): FlagContext["groupTypes"] {
	const mentioned = Object.values(known);
	const first = mentioned.slice(0, MAX_GROUP_TYPES);
	const unnumbered = named
		.filter((type) => !first.includes(type))
		.toSorted((a, b) => placeOf(mentioned, a) - placeOf(mentioned, b));
	const places = Array.from({ length: MAX_GROUP_TYPES }, (_, index) => index);
	const free = [
		...places.filter((index) => first[index] === undefined),
		...places.filter((index) => first[index] !== undefined && !named.includes(first[index])),
	];
	const types = new Map(first.map((type, index) => [index, type]));
	for (const [order, type] of unnumbered.entries()) {
		const place = free[order];
		if (place !== undefined) types.set(place, type);
	}
	return Object.fromEntries([...types].map(([index, type]) => [String(index), type]));
}

function placeOf(list: readonly string[], type: string): number {
	const place = list.indexOf(type);
	return place === -1 ? list.length : place;
}
