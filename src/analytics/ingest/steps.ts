import type { PrivacyGate } from "../store/privacy/privacy-gate.ts";
import type { Step } from "./draft.ts";
import { attachBot } from "./steps/attach-bot.ts";
import { attachGroups } from "./steps/attach-groups.ts";
import { attachIssue } from "./steps/attach-issue.ts";
import { attachPerson } from "./steps/attach-person.ts";
import { attachVisit, type VisitOptions } from "./steps/attach-visit.ts";
import { correctTime } from "./steps/correct-time.ts";
import { deriveCookielessId } from "./steps/derive-cookieless-id.ts";
import {
	dropIgnored,
	dropOptedOut,
	dropOversizedEvents,
	dropRecordings,
	dropUnknownTokens,
} from "./steps/drop-unwanted.ts";
import { obeyPersonProfile } from "./steps/obey-person-profile.ts";
import { removePrivateValues } from "./steps/remove-private-values.ts";
import { createVisitorKeys, type VisitorKeyOptions } from "./visitor-key.ts";

export interface StepOptions extends VisitOptions, VisitorKeyOptions {
	/** The privacy gate of the store. */
	readonly gate: PrivacyGate;
}

/** A step, and its name in the dashboard and the metrics. */
export interface NamedStep {
	readonly name: string;
	readonly run: Step;
}

/**
 * Creates the steps that each event passes between request and store, in order. `run-steps.ts`
 * runs, counts and times them. A step has no side effects.
 */
export function createSteps(options: StepOptions): readonly NamedStep[] {
	const visitorKeys = createVisitorKeys(options);
	return [
		{ name: "drop-unknown-tokens", run: dropUnknownTokens(options.projectKey) },
		{ name: "drop-ignored", run: dropIgnored },
		{ name: "drop-opted-out", run: dropOptedOut },
		{ name: "drop-recordings", run: dropRecordings },
		{ name: "drop-oversized-events", run: dropOversizedEvents },
		{ name: "correct-time", run: correctTime },
		{ name: "derive-cookieless-id", run: deriveCookielessId(visitorKeys) },
		{ name: "attach-issue", run: attachIssue },
		{ name: "remove-private-values", run: removePrivateValues(options.gate) },
		{ name: "obey-person-profile", run: obeyPersonProfile },
		{ name: "attach-person", run: attachPerson },
		{ name: "attach-groups", run: attachGroups },
		{ name: "attach-bot", run: attachBot },
		{ name: "attach-visit", run: attachVisit(visitorKeys, options) },
	];
}
