import { hasVisibleCharacter } from "../../shared/analytics.ts";

/** Placeholders that programs send by mistake, in any letter case. */
const ANY_CASE: ReadonlySet<string> = new Set([
	"anonymous",
	"guest",
	"distinctid",
	"distinct_id",
	"id",
	"not_authenticated",
	"email",
	"undefined",
	"true",
	"false",
]);

const EXACT_CASE: ReadonlySet<string> = new Set([
	"[object Object]",
	"NaN",
	"None",
	"none",
	"null",
	"0",
]);

/**
 * Whether a distinct id is a placeholder, so that no persons may be merged by it.
 *
 * @example
 * isIllegalDistinctId("null"); // true
 */
export function isIllegalDistinctId(distinctId: string): boolean {
	const bare = distinctId
		.trim()
		.replace(/^(["'])(.*)\1$/, "$2")
		.trim();
	return !hasVisibleCharacter(bare) || EXACT_CASE.has(bare) || ANY_CASE.has(bare.toLowerCase());
}
