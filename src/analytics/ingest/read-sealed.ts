import type { ReadSealed } from "../store/file/fold-staged.ts";
import type { RequestFacts } from "./draft.ts";
import { runSteps } from "./run-steps.ts";
import { createSteps, type StepOptions } from "./steps.ts";
import { parseUserAgent } from "./user-agent.ts";

/** Takes events of version 5 that no step has seen through the steps, for `foldStaged()`. */
export function createSealedReader(options: Omit<StepOptions, "salts" | "gate">): ReadSealed {
	return ({ facts, rawEvents }, { salts, gate }) => {
		// Written by version 5, and sealed since.
		const written = JSON.parse(facts) as Omit<RequestFacts, "agent" | "plausible" | "isOptedOut">;
		const { userAgent } = written;
		const agent = userAgent === undefined ? undefined : parseUserAgent(userAgent);
		const steps = createSteps({ ...options, salts, gate });
		return runSteps(
			rawEvents,
			{ ...written, agent, plausible: undefined, isOptedOut: false },
			{ ...options, steps },
		).events;
	};
}
