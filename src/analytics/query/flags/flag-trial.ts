import type * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isRefused, refused } from "../../api/refused.ts";
import {
	type FlagTrialAnswer,
	flagTrialAnswer,
	flagTrial as triedFlag,
} from "../../api-types/flags.ts";
import { evaluateRequest } from "../../flags/clients/evaluate-request.ts";
import { describeReason } from "../../flags/clients/flag-answer.ts";
import { readStoredFlag } from "../../flags/definition/flag-definition.ts";
import { createFlagCatalog, type FlagCatalog } from "../../flags/flag-catalog.ts";
import type { ApiContext } from "../api-context.ts";

type Trial = z.output<typeof triedFlag>;

/** Route that evaluates a flag for a person, also with an unsaved definition. */
export function flagTrial({ store, now }: ApiContext): ApiRoute {
	const catalog = createFlagCatalog(store, () => {
		// Ignored: the catalog for clients reports the same problems.
	});
	return defineRoute("viewer", "POST /api/v1/flags/{key}/try", {
		summary: "Evaluate a flag for a person, with the reason",
		json: triedFlag,
		answer: { description: "The value with its reason", schema: flagTrialAnswer },
		handle: async ({ id: key, body }) => {
			const tried = withDefinition(catalog(), key, body);
			if (isRefused(tried)) return tried;
			const isThere = tried.flags.some(({ definition }) => definition.key === key);
			return isThere ? evaluateTrial(body, key, { catalog: tried, store, now: now() }) : undefined;
		},
	});
}

/** Returns the catalog as if the definition were saved. */
function withDefinition(catalog: FlagCatalog, key: string, { definition }: Trial) {
	if (definition === undefined) return catalog;
	const present = catalog.flags.find((flag) => flag.definition.key === key);
	const identity = { id: present?.id ?? NO_ID, key, version: present?.version ?? 1 };
	const reading = readStoredFlag({ ...identity, body: definition });
	if (reading.kind === "problems") return refused(400, ...reading.problems);
	const others = catalog.flags.filter((flag) => flag !== present);
	return { ...catalog, flags: [...others, reading.value] };
}

/** Id of a flag that is not stored yet: no definition can refer to it by id. */
const NO_ID = -1;

function evaluateTrial(
	body: Trial,
	key: string,
	facts: Omit<Parameters<typeof evaluateRequest>[0], "request">,
): FlagTrialAnswer {
	const [evaluated] = evaluateRequest({
		...facts,
		request: {
			distinctId: body.distinct_id,
			deviceId: undefined,
			anonymousId: undefined,
			groups: body.groups,
			personProperties: body.person_properties,
			groupProperties: body.group_properties,
			flagKeys: [key],
			runtime: undefined,
			contexts: [],
			flagsDisabled: false,
		},
	});
	const { enabled, variant, payload, reason, conditionIndex } = evaluated?.evaluation ?? OFF;
	return {
		enabled,
		variant: variant ?? null,
		payload: payload ?? null,
		reason: {
			code: reason,
			description: describeReason(reason, conditionIndex),
			condition_index: conditionIndex ?? null,
		},
		is_known_person: facts.store.persons.find(body.distinct_id) !== undefined,
	};
}

/** Result for a flag that is off, since it is not evaluated. */
const OFF = {
	enabled: false,
	variant: undefined,
	payload: undefined,
	reason: "flag_disabled",
	conditionIndex: undefined,
} as const;
