import type { FrontMatter } from "../pages/page.ts";
import type { Problem } from "../problem.ts";
import { type CheckedYaml, problemsOfIssues, unknownKey, valueAt } from "../schema-problems.ts";
import { parseYaml } from "../yaml-source.ts";
import {
	FRONT_MATTER_FIELDS as FIELDS,
	type FrontMatterFields,
	flagCondition,
	navigationEntry,
} from "./front-matter-schema.ts";

/** A page file, taken apart. */
export interface FrontMatterReading {
	readonly frontMatter: FrontMatter;
	/** Line of the file by key, counted from 1. */
	readonly lines: ReadonlyMap<string, number>;
	/**
	 * Whether it could be read as far as it decides who may see the page. If not, the page
	 * counts as a draft: one that was meant to be hidden must not appear by a typing error.
	 */
	readonly isReadable: boolean;
	/** Everything after the front matter. */
	readonly body: string;
	/** Line of the file on which the body starts, counted from 1. */
	readonly bodyLine: number;
	readonly problems: readonly Problem[];
}

/** Front matter is a handful of lines; a longer one is data that does not belong there. */
const MAX_CHARACTERS = 65_536;

const NO_FRONT_MATTER: FrontMatter = {
	layout: "default",
	middleware: [],
	navigation: {},
	draft: false,
};

/** `---`, YAML, `---` or `...`, at the very start of the file. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * Reads the front matter of a page. A value that cannot be used becomes a problem and is
 * left out; the rest of the page stands.
 */
export function readFrontMatter(file: string, text: string): FrontMatterReading {
	const start = text.startsWith("\uFEFF") ? text.slice(1) : text;
	const match = FRONT_MATTER.exec(start);
	if (match === null) return { ...absentFrontMatter(file, start), body: start, bodyLine: 1 };
	const [block, yaml = ""] = match;
	return {
		...parseFrontMatter(file, yaml),
		body: start.slice(block.length),
		bodyLine: block.split("\n").length,
	};
}

type Parsed = Omit<FrontMatterReading, "body" | "bodyLine">;

/** The keys that decide who may see a page, and when. */
const GUARD_KEYS: readonly string[] = ["draft", "publishAt", "expiresAt", "middleware", "flag"];

/** What there is cannot be read. */
function unreadable(problems: readonly Problem[]): Parsed {
	const frontMatter = { ...NO_FRONT_MATTER, draft: true };
	return { frontMatter, lines: new Map(), isReadable: false, problems };
}

function absentFrontMatter(file: string, text: string): Parsed {
	// A first line of dashes alone is a rule across the page; followed by a key, it was meant as more.
	if (/^---[ \t]*\r?\n\w+:/.test(text)) {
		const message = "Front matter must end with a line of three dashes";
		return unreadable([{ file, line: 1, column: 1, message }]);
	}
	return { frontMatter: NO_FRONT_MATTER, lines: new Map(), isReadable: true, problems: [] };
}

function parseFrontMatter(file: string, yaml: string): Parsed {
	if (yaml.length > MAX_CHARACTERS) {
		const message = `Front matter must not be longer than ${MAX_CHARACTERS} characters`;
		return unreadable([{ file, line: 1, column: 1, message }]);
	}
	const source = parseYaml(file, yaml, 2);
	if (source.problems.length > 0) return unreadable(source.problems);
	const value = source.value ?? {};
	if (typeof value !== "object" || Array.isArray(value)) {
		const message = "Front matter must be a map of keys and values";
		return unreadable([{ file, line: 2, column: 1, message }]);
	}
	return readFields({ file, source, value, knownKeys });
}

/** Key by key, so that one bad value does not take the others with it. */
function readFields(checked: CheckedYaml & { readonly value: object }): Parsed {
	const fields: Record<string, unknown> = {};
	const lines = new Map<string, number>();
	const problems: Problem[] = [];
	for (const [key, entry] of Object.entries(checked.value)) {
		lines.set(key, checked.source.positionOfKey([key]).line);
		if (!isKnownKey(key)) problems.push(unknownKey(checked, [key]));
		else if (entry !== null) {
			const reading = FIELDS[key].safeParse(entry);
			if (reading.success) fields[key] = reading.data;
			else problems.push(...problemsOfIssues(below(key, reading.error.issues), checked));
		}
	}
	const isReadable = GUARD_KEYS.every((key) => !lines.has(key) || isUsable(key, fields, checked));
	// Every value has passed the schema of its key.
	const frontMatter = toFrontMatter(isReadable ? fields : { ...fields, draft: true });
	return { frontMatter, lines, isReadable, problems };
}

function isUsable(key: string, fields: object, { value }: CheckedYaml): boolean {
	return key in fields || valueAt(value, [key]) === null;
}

type Issues = Parameters<typeof problemsOfIssues>[0];

function below(key: string, issues: Issues): Issues {
	return issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));
}

function isKnownKey(key: string): key is keyof typeof FIELDS {
	return Object.hasOwn(FIELDS, key);
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
	const shape = { navigation: navigationEntry.shape, flag: flagCondition.shape };
	return Object.keys(path.length === 0 ? FIELDS : Object(valueAt(shape, path)));
}

function toFrontMatter(fields: FrontMatterFields): FrontMatter {
	const { navigation, order: ownOrder, hidden, sidebar_position, sidebar_label, ...rest } = fields;
	return {
		...NO_FRONT_MATTER,
		...rest,
		navigation:
			navigation === false || hidden === true
				? false
				: {
						...definedOnly({ title: sidebar_label, order: sidebar_position ?? ownOrder }),
						...definedOnly(navigation ?? {}),
					},
	};
}

function definedOnly<Value extends object>(value: Value): Partial<Defined<Value>> {
	const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
	// Exactly the keys whose value is not undefined are left.
	return Object.fromEntries(entries) as Partial<Defined<Value>>;
}

type Defined<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> };
