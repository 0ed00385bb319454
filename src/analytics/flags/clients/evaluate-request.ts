import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { FlagDefinition } from "../definition/flag-definition.ts";
import { evaluateFlags, isServed } from "../evaluation/evaluate-flags.ts";
import { type FlagContext, groupKeyOf } from "../evaluation/flag-context.ts";
import type { FlagCatalog } from "../flag-catalog.ts";
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
 * Evaluates the flags of a request, with the stored properties of its person and groups. Properties
 * of the request are newer and win.
 */
export function evaluateRequest(options: EvaluateRequestOptions): readonly EvaluatedFlag[] {
	const { catalog, request } = options;
	if (request.flagsDisabled || catalog.flags.length === 0) return [];
	const evaluations = evaluateFlags(catalog.flags, createContext(options));
	const wanted = request.flagKeys && new Set(request.flagKeys);
	return catalog.flags
		.filter(({ definition }) => isServed(definition) && isFor(definition, request))
		.filter(({ definition }) => wanted === undefined || wanted.has(definition.key))
		.flatMap((flag) => {
			const evaluation = evaluations.get(flag.definition.key);
			return evaluation === undefined ? [] : [{ flag, evaluation }];
		});
}

/** Whether a flag is for the code that asks. Flags that depend on it are evaluated anyway. */
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
	// An identified visitor keeps the variant of the first anonymous visit, on every device.
	const firstId = isContinuous ? store.persons.oldestClientId(request.distinctId) : undefined;
	const context: FlagContext = {
		distinctId: request.distinctId,
		deviceId: request.deviceId,
		anonymousId: firstId ?? request.anonymousId,
		groups: request.groups,
		personProperties: { ...person?.properties, ...request.personProperties },
		groupProperties: {},
		groupTypes: store.groups.types(),
		cohorts: catalog.cohorts,
		matchPattern: catalog.matchPattern,
		now,
	};
	return { ...context, groupProperties: readGroupProperties(store, context, request) };
}

function readGroupProperties(
	store: Pick<AnalyticsStore, "groups">,
	context: FlagContext,
	request: FlagRequest,
): FlagContext["groupProperties"] {
	const entries = Object.entries(context.groupTypes).flatMap(([index, type]) => {
		const key = groupKeyOf(context, Number(index));
		if (key === undefined) return [];
		const known = store.groups.properties(Number(index), key);
		return [[type, { $group_key: key, ...known, ...request.groupProperties[type] }] as const];
	});
	return Object.fromEntries(entries);
}
