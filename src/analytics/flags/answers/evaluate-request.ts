import type { AnalyticsStore } from "../../store/analytics-store.ts";
import { MAX_GROUP_TYPES } from "../../store/people/groups.ts";
import type { Person } from "../../store/people/person.ts";
import type { FlagCatalog } from "../definition/flag-catalog.ts";
import { evaluateFlags, isServed } from "../evaluation/evaluate-flags.ts";
import { type FlagContext, groupKeyOf } from "../evaluation/flag-context.ts";
import type { EvaluatedFlag } from "./flag-answer.ts";
import type { FlagRequest } from "./flag-request.ts";

export interface EvaluateRequestOptions {
	readonly store: Pick<AnalyticsStore, "persons" | "groups">;
	readonly catalog: FlagCatalog;
	readonly request: FlagRequest;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/**
 * Evaluates the flags that a request asks for, with what the store knows about its person
 * and groups. What the request says itself is newer and wins.
 */
export function evaluateRequest(options: EvaluateRequestOptions): readonly EvaluatedFlag[] {
	const { catalog, request } = options;
	if (request.flagsDisabled || catalog.flags.length === 0) return [];
	const evaluations = evaluateFlags(catalog.flags, createContext(options));
	const wanted = request.flagKeys && new Set(request.flagKeys);
	return catalog.flags
		.filter(({ definition }) => isServed(definition))
		.filter(({ definition }) => wanted === undefined || wanted.has(definition.key))
		.flatMap((flag) => {
			const evaluation = evaluations.get(flag.definition.key);
			return evaluation === undefined ? [] : [{ flag, evaluation }];
		});
}

function createContext({ store, catalog, request, now }: EvaluateRequestOptions): FlagContext {
	const person = store.persons.find(request.distinctId);
	const context: FlagContext = {
		distinctId: request.distinctId,
		deviceId: request.deviceId,
		anonymousId: oldestAnonymousId(person, request) ?? request.anonymousId,
		groups: request.groups,
		personProperties: { ...person?.properties, ...request.personProperties },
		groupProperties: {},
		groupTypes: store.groups.areNamed()
			? store.groups.types()
			: withNewTypes(store.groups.types(), Object.keys(request.groups)),
		cohorts: catalog.cohorts,
		matchPattern: catalog.matchPattern,
		now,
	};
	return { ...context, groupProperties: readGroupProperties(store, context, request) };
}

/**
 * Unless the project names them, group types are numbered by first appearance, and for a type
 * that no event has named yet this request is the first appearance.
 */
function withNewTypes(
	known: FlagContext["groupTypes"],
	named: readonly string[],
): FlagContext["groupTypes"] {
	const types = Object.values(known);
	const added = named.filter((type) => !types.includes(type));
	const all = [...types, ...added].slice(0, MAX_GROUP_TYPES);
	return Object.fromEntries(all.map((type, index) => [String(index), type]));
}

function readGroupProperties(
	store: Pick<AnalyticsStore, "groups">,
	context: FlagContext,
	request: FlagRequest,
): FlagContext["groupProperties"] {
	const entries = Object.entries(context.groupTypes).flatMap(([index, type]) => {
		const key = groupKeyOf(context, Number(index));
		if (key === undefined) return [];
		const stored = store.groups.properties(Number(index), key);
		return [[type, { $group_key: key, ...stored, ...request.groupProperties[type] }] as const];
	});
	return Object.fromEntries(entries);
}

/**
 * Who has identified keeps the experience of their first anonymous visit, on every device.
 * Anonymous ids of the clients are UUIDs that begin with their time, so the first in order
 * is the oldest.
 */
function oldestAnonymousId(
	person: Person | undefined,
	{ distinctId }: FlagRequest,
): string | undefined {
	return person?.distinctIds
		.filter((id) => id !== distinctId && TIME_ORDERED_UUID.test(id))
		.toSorted()[0];
}

const TIME_ORDERED_UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i;
