import type { FlagContext } from "../../src/analytics/flags/evaluation/flag-context.ts";
import { createPatternMatcher } from "../../src/analytics/flags/evaluation/pattern-matcher.ts";

/** A person of whom only what a test names is known. */
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
