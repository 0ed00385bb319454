import { hasVisibleCharacter } from "../../shared/analytics.ts";

/** Values that programs send when they have no id. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
	..."distinct_id distinctid anonymous guest null undefined nan none 0 true false".split(" "),
	...["[object object]", "email", "id", "not_authenticated"],
]);

/** Whether a value identifies no person: no string, no visible character, or a common placeholder. */
export function isRefusedId(id: unknown): boolean {
	if (typeof id !== "string" || !hasVisibleCharacter(id)) return true;
	return PLACEHOLDERS.has(id.trim().toLowerCase());
}
