import { isRecord } from "../../../shared/is-record.ts";
import type { GroupChange } from "../../store/new-event.ts";
import type { Step } from "../draft.ts";

/** Longer keys are mistakes, such as an object converted to text. */
const MAX_GROUP_KEY_LENGTH = 400;

/** Collects the groups that an event belongs to or describes. */
export const attachGroups: Step = (draft) => {
	const { event, properties } = draft;
	if (event === "$groupidentify") {
		const { $group_type: type, $group_key: key, $group_set: set } = properties;
		return { ...draft, groups: readGroup(type, key, set) };
	}
	const memberships = properties["$groups"];
	if (!isRecord(memberships)) return draft;
	const groups = Object.entries(memberships).flatMap(([type, key]) => readGroup(type, key, {}));
	return { ...draft, groups };
};

function readGroup(type: unknown, key: unknown, set: unknown): readonly GroupChange[] {
	if (typeof type !== "string" || type === "") return [];
	if (typeof key !== "string" && typeof key !== "number") return [];
	const text = String(key);
	if (text === "" || text.length > MAX_GROUP_KEY_LENGTH) return [];
	return [{ type, key: text, set: isRecord(set) ? set : {} }];
}
