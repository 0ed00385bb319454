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
	flagCondition,
	navigationEntry,
	readForeignInstant,
} from "./front-matter-schema.ts";
import { readHidingSign, readTruth } from "./hiding-signs.ts";
import { type FrontMatter, NO_FRONT_MATTER, toFrontMatter } from "./to-front-matter.ts";

/** A page file, split into front matter and body. */
export interface FrontMatterReading {
	readonly frontMatter: FrontMatter;
	/** Lines of the file by key, counted from 1. */
	readonly lines: ReadonlyMap<string, number>;
	/**
	 * Whether the visibility of the page is clear. If not, the page is a draft: a typing error must not
	 * publish a hidden page.
	 */
	readonly isUnderstood: boolean;
	/** Text after the front matter. */
	readonly body: string;
	/** Line of the file on which the body starts, counted from 1. */
	readonly bodyLine: number;
	readonly problems: readonly Problem[];
}

/** Front matter has a few lines. Longer front matter is data that does not belong there. */
const MAX_CHARACTERS = 65_536;

/**
 * Reads the front matter of a page. An unusable value becomes a problem and is left out, and the rest
 * of the page remains. Unclear front matter hides the page and is never shown as text.
 */
export function readFrontMatter(file: string, text: string): FrontMatterReading {
	const found = findFrontMatter(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
	switch (found.kind) {
		case "none":
			return {
				...{ frontMatter: NO_FRONT_MATTER, lines: new Map(), isUnderstood: true, problems: [] },
				...{ body: found.body, bodyLine: 1 },
			};
		case "unclear": {
			const problem = { file, line: found.line, column: 1, message: found.rule };
			return { ...notUnderstood([problem], text), body: "", bodyLine: 1 };
		}
		case "block":
			return { ...parseFrontMatter(file, found), body: found.body, bodyLine: found.bodyLine };
	}
}

type Parsed = Omit<FrontMatterReading, "body" | "bodyLine">;

/** Keys that control who may see a page, and when. */
const GUARD_KEYS: readonly string[] = "draft publishAt expiresAt middleware flag access".split(" ");

/** Allows no group: also hides the pages below until the access rule is readable. */
const NO_GROUPS: string[] = [];

function notUnderstood(problems: readonly Problem[], text = ""): Parsed {
	const access = /\baccess\b/i.test(text) && { access: NO_GROUPS };
	const frontMatter = { ...NO_FRONT_MATTER, draft: true, ...access };
	return { frontMatter, lines: new Map(), isUnderstood: false, problems };
}

function parseFrontMatter(file: string, block: FrontMatterBlock): Parsed {
	const { source: text, sourceLine: line, format } = block;
	if (text.length > MAX_CHARACTERS) {
		const message = `Front matter must not be longer than ${MAX_CHARACTERS} characters`;
		return notUnderstood([{ file, line: 1, column: 1, message }], text);
	}
	// JSON is a subset of YAML.
	const source = (format === "toml" ? parseToml : parseYaml)(file, text, line);
	if (source.problems.length > 0) return notUnderstood(source.problems, text);
	const value = source.value ?? {};
	if (typeof value !== "object" || Array.isArray(value)) {
		const message = "Front matter must be a map of keys and values";
		return notUnderstood([{ file, line, column: 1, message }], text);
	}
	return readFields({ file, source, value, knownKeys });
}

/** Reads key by key, so that a bad value does not affect other keys. */
function readFields(checked: CheckedYaml & { readonly value: object }): Parsed {
	const fields: Record<string, unknown> = {};
	const lines = new Map<string, number>();
	const problems: Problem[] = [];
	/** Foreign keys that make the visibility of the page unclear. */
	const unclear: string[] = [];
	for (const [key, value] of Object.entries(checked.value)) {
		lines.set(key, checked.source.positionOfKey([key]).line);
		if (isKnownKey(key)) readKnownKey(key, value);
		else readForeignKey(key, value);
	}
	const isUsable = (key: string): boolean =>
		key in fields || valueAt(checked.value, [key]) === null;
	const isUnderstood =
		unclear.length === 0 && GUARD_KEYS.every((key) => !lines.has(key) || isUsable(key));
	// Every value has passed the schema of its key.
	const frontMatter = toFrontMatter(isUnderstood ? fields : { ...fields, draft: true });
	return { frontMatter, lines, isUnderstood, problems };

	function readKnownKey(key: keyof typeof FIELDS, value: unknown): void {
		if (value === null && key !== "access") return;
		const reading = FIELDS[key].safeParse(value);
		if (reading.success) {
			fields[key] = reading.data;
			return;
		}
		const issues = reading.error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));
		problems.push(...problemsOfIssues(issues, checked));
		// The key excludes the page from lists, even with a wrong value.
		if (key === "hidden" || key === "unlisted") fields[key] = true;
		if (key === "access") fields[key] = NO_GROUPS;
	}

	function readForeignKey(key: string, value: unknown): void {
		const sign = value === null ? undefined : readHidingSign(key, value);
		const note = (message: string): unknown =>
			problems.push({ file: checked.file, ...checked.source.positionOfKey([key]), message });
		switch (sign?.kind) {
			case "none":
				break;
			case "draft":
				fields["draft"] = true;
				note(sign.problem);
				break;
			case "unlisted":
				fields["unlisted"] = true;
				note(`Key "${key}" is read as "unlisted"`);
				break;
			case "date": {
				const instant = readForeignInstant(value);
				if (Number.isNaN(instant)) {
					unclear.push(key);
					note(`Key "${key}" hides the page: it must be a date, for "${sign.key}"`);
				} else {
					fields[sign.key] = instant;
					note(`Key "${key}" is read as "${sign.key}"`);
				}
				break;
			}
			case undefined:
				readUnknownKey(key, value);
		}
	}

	/** Hides the page if the key is probably a misspelled guard key. */
	function readUnknownKey(key: string, value: unknown): void {
		const problem = unknownKey(checked, [key]);
		const closest = closestGuard(key);
		const isHidden = closest !== undefined && readTruth(value) !== false;
		if (closest === "access") fields["access"] = NO_GROUPS;
		if (isHidden) unclear.push(key);
		const rest = isHidden ? " The page is hidden until the key is fixed" : "";
		problems.push({ ...problem, message: problem.message + rest });
	}
}

/** "access" allows one edit only: "accent" and "success" are two edits away, and are other keys. */
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
