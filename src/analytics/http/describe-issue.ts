import type { z } from "zod";

/** What a schema says of a value that does not fit, as far as a sentence needs it. */
type RawIssue = z.core.$ZodRawIssue;

/** Stands in a problem until `mostLikely()` has found out which of the forms was meant. */
export const NO_FORM_FITS = "must have another form";

/**
 * Says a rule in words where the schema itself has none for it: what stands after the place, as in
 * `limit must be a number`.
 */
export function describeIssue(issue: RawIssue): string | undefined {
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
