import { editDistance } from "../../../shared/edit-distance.ts";
import type { Problem } from "../problem.ts";
import {
	type CheckedYaml,
	closestName,
	problemsOfIssues,
	unknownKey,
	valueAt,
} from "../schema-problems.ts";
import { parseToml, parseYaml } from "../yaml-source.ts";
import { type FrontMatterBlock, findFrontMatter } from "./front-matter-block.ts";
import {
	FRONT_MATTER_FIELDS as FIELDS,
	type FrontMatterFields,
	flagCondition,
	navigationEntry,
	readForeignInstant,
} from "./front-matter-schema.ts";
import { readHidingSign, readTruth } from "./hiding-signs.ts";
import { type FrontMatter, NO_FRONT_MATTER, toFrontMatter } from "./to-front-matter.ts";

/** A page file, taken apart. */
export interface FrontMatterReading {
	readonly frontMatter: FrontMatter;
	/** Line of the file by key, counted from 1. */
	readonly lines: ReadonlyMap<string, number>;
	/**
	 * Whether it is clear who may see the page. If not, the page counts as a draft: one that
	 * was meant to be hidden must not appear by a typing error.
	 */
	readonly isUnderstood: boolean;
	/** Everything after the front matter. */
	readonly body: string;
	/** Line of the file on which the body starts, counted from 1. */
	readonly bodyLine: number;
	readonly problems: readonly Problem[];
}

/** Front matter is a handful of lines; a longer one is data that does not belong there. */
const MAX_CHARACTERS = 65_536;

/**
 * Reads the front matter of a page. A value that cannot be used becomes a problem and is
 * left out; the rest of the page stands. What is not understood hides the page, and is never
 * shown as text.
 */
export function readFrontMatter(file: string, text: string): FrontMatterReading {
	const found = findFrontMatter(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
	switch (found.kind) {
		case "none":
			return { ...absent, body: found.body, bodyLine: 1 };
		case "unclear": {
			const problem = { file, line: found.line, column: 1, message: found.rule };
			return { ...notUnderstood([problem], text), body: "", bodyLine: 1 };
		}
		case "block":
			return { ...parseFrontMatter(file, found), body: found.body, bodyLine: found.bodyLine };
	}
}

type Parsed = Omit<FrontMatterReading, "body" | "bodyLine">;

/** The keys that decide who may see a page, and when. */
const GUARD_KEYS: readonly string[] = [
	"draft",
	"publishAt",
	"expiresAt",
	"middleware",
	"flag",
	"access",
];

/** Members of no group: what is below the page is hidden as well until its rule can be read. */
const NO_GROUPS: string[] = [];

const UNLISTING_KEYS: ReadonlySet<string> = new Set(["hidden", "unlisted"]);

const absent: Parsed = {
	frontMatter: NO_FRONT_MATTER,
	lines: new Map(),
	isUnderstood: true,
	problems: [],
};

function notUnderstood(problems: readonly Problem[], text = ""): Parsed {
	const isRestricted = /\baccess\b/i.test(text);
	const frontMatter = {
		...NO_FRONT_MATTER,
		draft: true,
		...(isRestricted && { access: NO_GROUPS }),
	};
	return { frontMatter, lines: new Map(), isUnderstood: false, problems };
}

function parseFrontMatter(file: string, block: FrontMatterBlock): Parsed {
	const { source: text, sourceLine: line, format } = block;
	if (text.length > MAX_CHARACTERS) {
		const message = `Front matter must not be longer than ${MAX_CHARACTERS} characters`;
		return notUnderstood([{ file, line: 1, column: 1, message }], text);
	}
	// JSON is YAML.
	const source = (format === "toml" ? parseToml : parseYaml)(file, text, line);
	if (source.problems.length > 0) return notUnderstood(source.problems, text);
	const value = source.value ?? {};
	if (typeof value !== "object" || Array.isArray(value)) {
		const message = "Front matter must be a map of keys and values";
		return notUnderstood([{ file, line, column: 1, message }], text);
	}
	return readFields({ file, source, value, knownKeys });
}

/** Key by key, so that one bad value does not take the others with it. */
function readFields(checked: CheckedYaml & { readonly value: object }): Parsed {
	const fields: Record<string, unknown> = {};
	const lines = new Map<string, number>();
	const problems: Problem[] = [];
	let isHidden = false;
	for (const [key, entry] of Object.entries(checked.value)) {
		lines.set(key, checked.source.positionOfKey([key]).line);
		if (isKnownKey(key)) {
			if (entry === null && key !== "access") continue;
			const reading = FIELDS[key].safeParse(entry);
			if (reading.success) {
				fields[key] = reading.data;
				continue;
			}
			const issues = reading.error.issues.map((issue) => ({
				...issue,
				path: [key, ...issue.path],
			}));
			problems.push(...problemsOfIssues(issues, checked));
			// It was written to keep the page out of lists, whatever its value means.
			if (UNLISTING_KEYS.has(key)) fields[key] = true;
			if (key === "access") fields[key] = NO_GROUPS;
			continue;
		}
		const foreign = readForeignKey(key, entry, checked);
		Object.assign(fields, foreign.fields);
		problems.push(...(foreign.problems ?? []));
		isHidden ||= foreign.isHidden === true;
	}
	const isUsable = (key: string): boolean =>
		key in fields || valueAt(checked.value, [key]) === null;
	const isUnderstood = !isHidden && GUARD_KEYS.every((key) => !lines.has(key) || isUsable(key));
	// Every value has passed the schema of its key.
	const frontMatter = toFrontMatter(isUnderstood ? fields : { ...fields, draft: true });
	return { frontMatter, lines, isUnderstood, problems };
}

interface ForeignKey {
	readonly fields?: FrontMatterFields;
	readonly problems?: readonly Problem[];
	/** Whether it is not clear who may see the page. */
	readonly isHidden?: boolean;
}

function readForeignKey(key: string, value: unknown, checked: CheckedYaml): ForeignKey {
	const sign = value === null ? undefined : readHidingSign(key, value);
	const note = (message: string): readonly Problem[] => [
		{ file: checked.file, ...checked.source.positionOfKey([key]), message },
	];
	switch (sign?.kind) {
		case "none":
			return {};
		case "draft":
			return { fields: { draft: true }, problems: note(sign.problem) };
		case "unlisted":
			return { fields: { unlisted: true }, problems: note(`Key "${key}" is read as "unlisted"`) };
		case "date": {
			const instant = readForeignInstant(value);
			if (!Number.isNaN(instant)) {
				const problems = note(`Key "${key}" is read as "${sign.key}"`);
				return { fields: { [sign.key]: instant }, problems };
			}
			const rule = `hides the page: it must be a date, for "${sign.key}"`;
			return { problems: note(`Key "${key}" ${rule}`), isHidden: true };
		}
		case undefined:
			return readUnknownKey(key, value, checked);
	}
}

/** A key that was probably meant to hide the page hides it. */
function readUnknownKey(key: string, value: unknown, checked: CheckedYaml): ForeignKey {
	const problem = unknownKey(checked, [key]);
	const closest = closestGuard(key);
	const isHidden = closest !== undefined && readTruth(value) !== false;
	const fields = closest === "access" ? { access: NO_GROUPS } : {};
	const rest = isHidden ? " The page is hidden until it is clear" : "";
	return { fields, problems: [{ ...problem, message: problem.message + rest }], isHidden };
}

/** "accent" and "success" are two letters from "access", and are keys of their own. */
function closestGuard(key: string): string | undefined {
	const closest = closestName(key, GUARD_KEYS);
	const isOther = closest === "access" && editDistance(key.toLowerCase(), closest, 1) > 1;
	return isOther ? undefined : closest;
}

function isKnownKey(key: string): key is keyof typeof FIELDS {
	return Object.hasOwn(FIELDS, key);
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
	const shape = { navigation: navigationEntry.shape, flag: flagCondition.shape };
	return Object.keys(path.length === 0 ? FIELDS : Object(valueAt(shape, path)));
}
