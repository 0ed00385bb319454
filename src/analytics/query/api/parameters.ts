import * as z from "zod";

/** How many at most, and how many by default. */
export function limitParameter({ preset, max }: { readonly preset: number; readonly max: number }) {
	const rule = `must be a whole number from 1 to ${max}`;
	return z.coerce.number(rule).int(rule).min(1, rule).max(max, rule).default(preset);
}

/** A text; given twice it would be a list. */
export const textParameter = z.string("must be given once");

const CURSOR_RULE = "must be the next_cursor of an earlier answer";

/** The id of the last row of the page before. */
export const cursorParameter = z
	.string(CURSOR_RULE)
	.regex(/^\d{1,15}$/, CURSOR_RULE)
	.transform(Number)
	.optional();

/** @returns The cursor behind a page; `null` behind the last one. */
export function nextCursor(page: readonly { readonly id: number }[], limit: number) {
	const last = page.length < limit ? undefined : page.at(-1);
	return last === undefined ? null : String(last.id);
}

const JSON_RULE = "must be JSON";

/** A value as JSON in an address. */
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
