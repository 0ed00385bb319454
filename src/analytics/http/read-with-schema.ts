import type { z } from "zod";
import { describeIssue, NO_FORM_FITS } from "./describe-issue.ts";

export type SchemaReading<Value> =
	| { readonly kind: "value"; readonly value: Value }
	| { readonly kind: "problems"; readonly problems: readonly string[] };

/** Parses outside data and turns what is wrong into sentences: place, rule, value. */
export function readWithSchema<Value>(
	schema: z.ZodType<Value>,
	input: unknown,
): SchemaReading<Value> {
	const result = schema.safeParse(input, { error: describeIssue });
	if (result.success) return { kind: "value", value: result.data };
	const problems = result.error.issues.flatMap(mostLikely).map(({ path, message }) => {
		const place = formatPath(path);
		return `${place === "" ? "The definition" : place} ${message}${currentValue(input, path)}`;
	});
	return { kind: "problems", problems };
}

/**
 * Of a value that may have several forms, what is wrong with the one that it is closest to: the form
 * with the fewest problems, and among those the one that was read furthest.
 */
function mostLikely(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
	if (issue.code !== "invalid_union" || issue.message !== NO_FORM_FITS) return [issue];
	const forms = issue.errors.map((errors) => errors.flatMap(mostLikely));
	const [closest = []] = forms.toSorted((a, b) => a.length - b.length || depthOf(b) - depthOf(a));
	return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function depthOf(issues: readonly z.core.$ZodIssue[]): number {
	return Math.max(...issues.map(({ path }) => path.length));
}

/** `["filters", "groups", 0]` → `filters.groups[0]`. */
export function formatPath(path: readonly PropertyKey[]): string {
	return path
		.map((part, index) => {
			if (typeof part === "number") return `[${part}]`;
			return index === 0 ? String(part) : `.${String(part)}`;
		})
		.join("");
}

/** Nothing of what a text says once it is read: the text itself is the value. */
function currentValue(input: unknown, path: readonly PropertyKey[]): string {
	const value = valueAt(input, path);
	return value === WITHIN_TEXT ? "" : `: current value is ${show(value)}`;
}

const WITHIN_TEXT = Symbol("within a text");

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
	let current = input;
	for (const part of path) {
		if (typeof current === "string") return WITHIN_TEXT;
		if (typeof current !== "object" || current === null || !Object.hasOwn(current, part)) {
			return undefined;
		}
		// The line above has made sure of the key.
		current = (current as Record<PropertyKey, unknown>)[part];
	}
	return current;
}

/** Long values are cut: the sentence is for a person and the value may be a secret. */
function show(value: unknown): string {
	if (value === undefined) return "absent";
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
}
