/** First fields that clients begin a form with; anything else that says it is a form is not believed. */
const FIRST_FIELDS = ["data=", "ip=", "_=", "compression="];

/** Whether a body is `application/x-www-form-urlencoded` in fact as well as by name. */
export function isForm(text: string, contentType: string | undefined): boolean {
	const saysForm = contentType?.includes("x-www-form-urlencoded") ?? false;
	return saysForm && FIRST_FIELDS.some((field) => text.startsWith(field));
}

/**
 * Takes one field out of a form.
 *
 * A plus sign stays one: clients that forgot to escape their base64 meant it, and none of
 * them sends a space.
 *
 * @returns `undefined` when the field is absent or its percent signs spell nothing.
 * @example
 * fieldOf("data=abc&ip=0", "ip"); // "0"
 */
export function fieldOf(text: string, name: string): string | undefined {
	const field = text.split("&").find((candidate) => candidate.startsWith(`${name}=`));
	if (field === undefined) return undefined;
	try {
		return decodeURIComponent(field.slice(name.length + 1));
	} catch {
		// A URIError: the caller answers as if nothing had been sent.
		return undefined;
	}
}
