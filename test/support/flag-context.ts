import { parseFlagDefinition } from "../../src/analytics/flags/definition/flag-definition.ts";
import { evaluateFlags } from "../../src/analytics/flags/evaluation/evaluate-flags.ts";
import type { FlagContext } from "../../src/analytics/flags/evaluation/flag-context.ts";
import { createPatternMatcher } from "../../src/analytics/flags/evaluation/pattern-matcher.ts";

/** Context of a person with only the facts that a test sets. */
export function contextFor(known: Partial<FlagContext>): FlagContext {
	return {
		distinctId: "user-1",
		deviceId: undefined,
		anonymousId: undefined,
		groups: {},
		personProperties: {},
		groupProperties: {},
		groupTypes: {},
		cohorts: new Map(),
		now: Date.UTC(2026, 10, 20, 12),
		matchPattern: createPatternMatcher(),
		...known,
	};
}

export interface FlagBody {
	readonly key: string;
	readonly id?: number;
	readonly [field: string]: unknown;
}

/** Evaluations of flags by key. @throws {TypeError} When a definition is invalid. */
export function evaluationsOf(bodies: readonly FlagBody[], context: Partial<FlagContext>) {
	const flags = bodies.map((body) => {
		const reading = parseFlagDefinition(body, body.key);
		if (reading.kind === "problems") throw new TypeError(reading.problems.join("\n"));
		return { id: body.id ?? 1, version: 1, definition: reading.value };
	});
	return evaluateFlags(flags, contextFor(context));
}
