import * as z from "zod";

/** Number of results: from 1 to `max`, by default `preset`. */
export function limitParameter({ preset, max }: { readonly preset: number; readonly max: number }) {
	const rule = `must be a whole number from 1 to ${max}`;
	return z.coerce.number(rule).int(rule).min(1, rule).max(max, rule).default(preset);
}

/** A string parameter. Repeated, it would be a list, which is refused. */
export const textParameter = z.string("must be given once");

const CURSOR_RULE = "must be the next_cursor of an earlier response";

/** Id of the last row of the previous page. */
export const cursorParameter = z
	.string(CURSOR_RULE)
	.regex(/^\d{1,15}$/, CURSOR_RULE)
	.transform(Number)
	.optional();

/** @returns The cursor of the next page; `null` after the last page. */
export function nextCursor(page: readonly { readonly id: number }[], limit: number) {
	const last = page.length < limit ? undefined : page.at(-1);
	return last === undefined ? null : String(last.id);
}

const JSON_RULE = "must be JSON";

/** A JSON value in a query parameter. */
export function jsonParameter<Schema extends z.ZodType>(schema: Schema) {
	return z
		.string(JSON_RULE)
		.max(20_000)
		.transform((text, context): unknown => {
			try {
				return JSON.parse(text);
			} catch {
				context.addIssue(JSON_RULE);
				return z.NEVER;
			}
		})
		.pipe(schema as Schema & z.ZodType);
}
