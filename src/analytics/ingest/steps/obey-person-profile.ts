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
 * Stores no person if the client asks for that. With `identified_only`, clients set
 * `$process_person_profile` to false on every event of an anonymous visitor.
 */
export const obeyPersonProfile: Step = (draft) => {
	const wish = draft.properties["$process_person_profile"];
	if (wish === undefined || wish === true) return draft;
	if (wish !== false) return warned(draft, "person-profile-not-boolean");
	if (PERSON_EVENTS.has(draft.event)) return "person-event-without-person";
	const properties = withoutPersonChange(draft.properties);
	return { ...draft, properties, set: {}, setOnce: {}, unset: [], keepsPerson: false };
};

/** Copies only records with such a property: few have one, and the copy is the main cost of this step. */
function withoutPersonChange(properties: Properties): Properties {
	const { $set, $set_once, $unset } = properties;
	if ($set === undefined && $set_once === undefined && $unset === undefined) return properties;
	const { $set: _set, $set_once: _setOnce, $unset: _unset, ...others } = properties;
	return others;
}
