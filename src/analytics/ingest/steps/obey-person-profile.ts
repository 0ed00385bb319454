import type { Properties } from "../../store/new-event.ts";
import { type Step, warned } from "../draft.ts";

/** Events that only change persons or groups. */
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
export const obeyPersonProfile: Step = (draft) => {
	const wish = draft.properties["$process_person_profile"];
	if (wish === undefined || wish === true) return draft;
	if (wish !== false) return warned(draft, "person-profile-not-boolean");
	if (PERSON_EVENTS.has(draft.event)) return "person-event-without-person";
	const properties = withoutPersonChange(draft.properties);
	return { ...draft, properties, set: {}, setOnce: {}, unset: [], keepsPerson: false };
};

/** Hardly any event has one, and a copy of all the others would be the dearest part of this step. */
function withoutPersonChange(properties: Properties): Properties {
	const { $set, $set_once, $unset } = properties;
	if ($set === undefined && $set_once === undefined && $unset === undefined) return properties;
	const { $set: _set, $set_once: _setOnce, $unset: _unset, ...others } = properties;
	return others;
}
