import type { Step } from "../draft.ts";
import type { VisitorKeys } from "../visitor-key.ts";

/** What clients in cookieless mode send in place of an id of their own. */
const COOKIELESS_ID = "$posthog_cookieless";

/** Gives events of cookieless clients an id that lasts for the day and leads to no person. */
export function deriveCookielessId(visitorKeys: VisitorKeys): Step {
	return (draft, facts) => {
		if (draft.distinctId !== COOKIELESS_ID) return draft;
		const key = visitorKeys.ofBrowser(draft, facts);
		if (key === undefined) return "cookieless-without-agent";
		const distinctId = `cookieless_${Buffer.from(key).toString("base64url")}`;
		const properties = { ...draft.properties, $process_person_profile: false };
		return { ...draft, distinctId, properties };
	};
}
