import type { Salts } from "../store/salts.ts";
import type { Step, Warning } from "./draft.ts";
import { attachBot } from "./steps/attach-bot.ts";
import { attachGroups } from "./steps/attach-groups.ts";
import { attachPerson } from "./steps/attach-person.ts";
import { attachVisit } from "./steps/attach-visit.ts";
import { correctTime } from "./steps/correct-time.ts";
import { deriveCookielessId } from "./steps/derive-cookieless-id.ts";
import {
	dropOversizedEvents,
	dropPerformanceEvents,
	dropRecordings,
	dropUnknownTokens,
} from "./steps/drop-unwanted.ts";
import { obeyPersonProfile } from "./steps/obey-person-profile.ts";
import { removePrivateValues } from "./steps/remove-private-values.ts";
import { createVisitorKeys } from "./visitor-key.ts";

export interface StepOptions {
	readonly projectKey: string;
	readonly salts: Salts;
	readonly randomBytes: (size: number) => Uint8Array;
	readonly keptQueryParameters: readonly string[];
	/** Counts what is remarkable about an event that is kept. */
	readonly warn: (warning: Warning) => void;
}

/** What happens to every event between the wire and the store, in this order. */
export function createSteps(options: StepOptions): readonly Step[] {
	const { projectKey, warn } = options;
	const visitorKeys = createVisitorKeys(options);
	return [
		dropUnknownTokens(projectKey),
		dropRecordings,
		dropPerformanceEvents,
		dropOversizedEvents,
		correctTime(warn),
		deriveCookielessId(visitorKeys),
		removePrivateValues(options.keptQueryParameters),
		obeyPersonProfile(warn),
		attachPerson(warn),
		attachGroups,
		attachBot,
		attachVisit(visitorKeys),
	];
}
