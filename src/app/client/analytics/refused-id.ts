/** What programs send instead of an id when they have none. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
	"",
	"distinct_id",
	"distinctid",
	"anonymous",
	"guest",
	"null",
	"undefined",
	"nan",
	"none",
	"0",
	"true",
	"false",
	"[object object]",
	"email",
	"id",
	"not_authenticated",
]);

/**
 * Whether an id is a placeholder: all visitors who are identified by it would become one
 * person.
 *
 * @param id Anything: the mistake is often a value that is no text.
 */
export function isRefusedId(id: unknown): boolean {
	return PLACEHOLDERS.has(String(id).trim().toLowerCase());
}
