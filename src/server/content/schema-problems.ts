import type { core } from "zod";
import { editDistance } from "../../shared/edit-distance.ts";
import type { Problem } from "./problem.ts";
import type { YamlSource } from "./yaml-source.ts";

/** The checked value and its source, for issues of a schema. */
export interface CheckedYaml {
	readonly file: string;
	readonly source: YamlSource;
	/** The value that was checked. */
	readonly value: unknown;
	/** The keys that a map at this path may have, for suggestions. */
	readonly knownKeys: (path: readonly PropertyKey[]) => Iterable<string>;
}

/** Converts issues of a schema to problems with a position and a message. */
export function problemsOfIssues(
	issues: readonly core.$ZodIssue[],
	checked: CheckedYaml,
): Problem[] {
	return issues.flatMap((issue) =>
		issue.code === "unrecognized_keys"
			? issue.keys.map((key) => unknownKey(checked, [...issue.path, key]))
			: [
					{
						file: checked.file,
						...checked.source.positionOf(issue.path),
						message: `${quotePath(issue.path)} ${ruleOf(issue)}: current value is ${showValue(givenAt(checked.value, issue.path))}`,
					},
				],
	);
}

/** A problem for an unknown key, which suggests the closest known key. */
export function unknownKey(
	{ file, source, knownKeys }: Omit<CheckedYaml, "value">,
	path: readonly PropertyKey[],
): Problem {
	const suggestion = closestName(String(path.at(-1)), knownKeys(path.slice(0, -1)));
	const hint = suggestion === undefined ? "" : `: did you mean "${suggestion}"?`;
	return {
		file,
		...source.positionOfKey(path),
		message: `Key ${quotePath(path)} is not known${hint}`,
	};
}

/** Describes the required value, also for issue codes without a message in our schemas. */
function ruleOf(issue: core.$ZodIssue): string {
	if (issue.message.startsWith("must ")) return issue.message;
	switch (issue.code) {
		case "invalid_type":
			return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
		case "invalid_value":
			return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
		default:
			return `must be valid (${issue.message})`;
	}
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
	string: "text",
	boolean: "true or false",
	number: "a number",
	object: "a map of keys and values",
	record: "a map of keys and values",
	array: "a list",
};

/** @returns The value as JSON, shortened. */
function showValue(value: unknown): string {
	const text = value === undefined ? "nothing" : JSON.stringify(value);
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Characters of a value, so that a message stays readable in a terminal. */
const MAX_SHOWN = 80;

function quotePath(path: readonly PropertyKey[]): string {
	return path.length === 0 ? "The file" : `"${path.map(String).join(".")}"`;
}

/** Returns the whole text if a text represents a list, such as `a,b`. */
function givenAt(value: unknown, path: readonly PropertyKey[]): unknown {
	const texts = path.map((_, index) => valueAt(value, path.slice(0, index)));
	return texts.find((given) => typeof given === "string") ?? valueAt(value, path);
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(current, key) =>
			typeof current === "object" && current !== null && Object.hasOwn(current, key)
				? Reflect.get(current, key)
				: undefined,
		value,
	);
}

/** Edits. A name that needs more counts as another word. */
const MAX_SLIPS = 2;

/**
 * Finds the known name that is closest to a misspelled one.
 *
 * @returns `undefined` if no name is close.
 * @example
 * closestName("nmae", ["name", "url"]); // "name"
 */
export function closestName(name: string, known: Iterable<string>): string | undefined {
	let closest: string | undefined;
	let fewest = MAX_SLIPS + 1;
	for (const candidate of known) {
		// The limit bounds the cost: an author's key may be a whole paragraph.
		const slips = editDistance(name.toLowerCase(), candidate.toLowerCase(), MAX_SLIPS);
		// In a short name every letter counts: "id" is not a misspelling of "h1".
		if (slips >= fewest || slips >= candidate.length / 2) continue;
		fewest = slips;
		closest = candidate;
	}
	return closest;
}
