import type { Step } from "../draft.ts";
import type { VisitorKeys } from "../visitor-key.ts";

/** Distinct id of all clients in cookieless mode. */
const COOKIELESS_ID = "$posthog_cookieless";

/** Replaces the id of cookieless clients by an id that lasts for one day and has no person. */
export function deriveCookielessId(visitorKeys: VisitorKeys): Step {
	return (draft, facts) => {
		if (draft.distinctId !== COOKIELESS_ID) return draft;
		const key = visitorKeys.ofBrowser(draft, facts);
		if (key === undefined) return "cookieless-without-agent";
		const distinctId = `cookieless_${key.toString(36)}`;
		const properties = { ...draft.properties, $process_person_profile: false };
		return { ...draft, distinctId, properties };
	};
}
