import type { Properties } from "../../store/events/new-event.ts";
import { drop, keep, type Step, type Warning } from "../draft.ts";

/** Events that do nothing but change persons or groups. */
const PERSON_EVENTS: ReadonlySet<string> = new Set([
	"$identify",
	"$create_alias",
	"$merge_dangerously",
	"$groupidentify",
]);

/**
 * Keeps no person where the client says so: `$process_person_profile` is false on every
 * event of an anonymous visitor under `identified_only`.
 */
export function obeyPersonProfile(warn: (warning: Warning) => void): Step {
	return (draft) => {
		const wish = draft.properties["$process_person_profile"];
		if (wish !== false) {
			if (wish !== undefined && wish !== true) warn("person-profile-not-boolean");
			return keep(draft);
		}
		if (PERSON_EVENTS.has(draft.event)) return drop("person-event-without-person");
		const properties = withoutPersonChange(draft.properties);
		return keep({ ...draft, properties, set: {}, setOnce: {}, unset: [], keepsPerson: false });
	};
}

/** Hardly any event has one, and a copy of all the others would be the dearest part of this step. */
function withoutPersonChange(properties: Properties): Properties {
	const { $set, $set_once, $unset } = properties;
	if ($set === undefined && $set_once === undefined && $unset === undefined) return properties;
	const { $set: _set, $set_once: _setOnce, $unset: _unset, ...others } = properties;
	return others;
}
