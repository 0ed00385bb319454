import type { z } from "zod";

export type SchemaReading<Value> =
	| { readonly kind: "value"; readonly value: Value }
	| { readonly kind: "problems"; readonly problems: readonly string[] };

/** Parses outside data and turns what is wrong into sentences: place, rule, value. */
export function readWithSchema<Value>(
	schema: z.ZodType<Value>,
	input: unknown,
): SchemaReading<Value> {
	const result = schema.safeParse(input);
	if (result.success) return { kind: "value", value: result.data };
	const problems = result.error.issues.map(({ path, message }) => {
		const place = formatPath(path);
		return `${place === "" ? "The definition" : place} ${message}: current value is ${show(valueAt(input, path))}`;
	});
	return { kind: "problems", problems };
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

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
	let current = input;
	for (const part of path) {
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
