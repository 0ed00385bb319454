import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { checkJsonShape } from "./json-shape.ts";

export type SchemaReading<Value> =
	| { readonly kind: "value"; readonly value: Value }
	| { readonly kind: "problems"; readonly problems: readonly string[] };

/** Reads a JSON body and ignores its media type: `curl -d` declares every body as a form. */
export function readJson<Value>(
	schema: z.ZodType<Value>,
	{ body }: Pick<FastifyRequest, "body">,
): SchemaReading<Value> {
	const text = Buffer.isBuffer(body) ? body.toString("utf8") : "";
	const problem = checkJsonShape(text);
	if (problem !== undefined) return { kind: "problems", problems: [`The body has ${problem}`] };
	try {
		return readWithSchema(schema, JSON.parse(text));
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		return { kind: "problems", problems: ["The body must be JSON"] };
	}
}

/** Parses outside data and turns each problem into a sentence: path, rule, value. */
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
 * For a value with several allowed forms, finds the problems with the closest form: the form with the
 * fewest problems, and among equal ones the form whose problem is nested deepest.
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
function formatPath(path: readonly PropertyKey[]): string {
	return path
		.map((part, index) => {
			if (typeof part === "number") return `[${part}]`;
			return index === 0 ? String(part) : `.${String(part)}`;
		})
		.join("");
}

/** Empty for a path inside a text that the schema parses: only the text itself is a value. */
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
		// The condition above ensures that the key exists.
		current = (current as Record<PropertyKey, unknown>)[part];
	}
	return current;
}

/** Truncates long values: a person reads the sentence, and the value may be a secret. */
function show(value: unknown): string {
	if (value === undefined) return "absent";
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
}

/** Placeholder in a problem until `mostLikely()` finds the intended form. */
const NO_FORM_FITS = "must have another form";

/**
 * Describes a rule for which the schema has no message of its own: the words after the path, such as
 * `must be a number` in `limit must be a number`.
 */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
	switch (issue.code) {
		case "invalid_type":
			return `must be ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}`;
		case "invalid_value":
			return oneOf(issue.values);
		case "invalid_union":
			return issue.discriminator === undefined
				? NO_FORM_FITS
				: oneOf((issue as { readonly options?: readonly unknown[] }).options ?? []);
		case "unrecognized_keys":
			return `must not have ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
		case "too_small": {
			const { origin, minimum, inclusive } = issue;
			if (minimum === 1 && origin in UNITS) return "must not be empty";
			return sizeOf(origin, minimum, inclusive === false ? "more than" : "at least");
		}
		case "too_big": {
			const { origin, maximum, inclusive } = issue;
			return sizeOf(origin, maximum, inclusive === false ? "less than" : "at most");
		}
		case "invalid_format":
			return `must have the form of a ${issue.format}`;
		default:
			return undefined;
	}
}

const TYPES: Readonly<Record<string, string>> = {
	string: "a text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	object: "an object",
	record: "an object",
	array: "a list",
	null: "null",
};

const UNITS: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

function sizeOf(origin: string, limit: number | bigint, bound: string): string {
	const unit = UNITS[origin];
	return unit === undefined ? `must be ${bound} ${limit}` : `must have ${bound} ${limit} ${unit}`;
}

function oneOf(values: readonly unknown[]): string {
	const [only] = values;
	return values.length === 1
		? `must be ${JSON.stringify(only)}`
		: `must be one of ${values.join(", ")}`;
}
