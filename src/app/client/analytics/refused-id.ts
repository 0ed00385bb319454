import { hasVisibleCharacter } from "../../../shared/analytics.ts";

/** What programs send instead of an id when they have none. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
	..."distinct_id distinctid anonymous guest null undefined nan none 0 true false".split(" "),
	...["[object object]", "email", "id", "not_authenticated"],
]);

/** Whether a value names no person: it is not a text, looks empty, or is a placeholder of many visitors. */
export function isRefusedId(id: unknown): boolean {
	if (typeof id !== "string" || !hasVisibleCharacter(id)) return true;
	return PLACEHOLDERS.has(id.trim().toLowerCase());
}
