import { matchesGlob, posix } from "node:path";
import ignore from "ignore";
import { readForeignInstant } from "../server/content/front-matter/front-matter-schema.ts";
import { readTruth } from "../server/content/front-matter/hiding-signs.ts";
import type { HidingRule, SourcePage } from "./adoption.ts";
import * as data from "./source/data.ts";
import type { SourceFolder } from "./source/source-folder.ts";

/** A setting with patterns of files, and the folder that the patterns are relative to. */
interface PatternSetting {
	readonly options: unknown;
	readonly key: string;
	/** Absent: the folder of pages. */
	readonly base?: string;
	/** Another name of a page, which a pattern may also match. */
	readonly otherName?: (below: string) => string;
	/** Pages that the setting may concern; absent: all pages below the base. */
	readonly concerns?: (page: SourcePage) => boolean;
	/** The name in the report; absent: the key. */
	readonly name?: string;
}

/** Hides pages that match a glob pattern. A pattern may name a folder. */
export function excludedBy(setting: PatternSetting): readonly HidingRule[] {
	return patternRule(setting, (path, patterns) =>
		matches(
			path,
			patterns.flatMap((pattern) => [pattern, `${pattern.replace(/\/$/, "")}/**`]),
		),
	);
}

/** Hides pages that match no glob pattern. Patterns with an exclamation mark exclude pages. */
export function includedBy(setting: PatternSetting): readonly HidingRule[] {
	return patternRule(setting, (path, patterns) => !matches(path, patterns));
}

/** Hides pages by patterns of `.gitignore`, in a text or a list. */
export function ignoredBy(setting: PatternSetting): readonly HidingRule[] {
	return patternRule(setting, (path, patterns) =>
		ignore()
			.add([...patterns])
			.ignores(path),
	);
}

function patternRule(
	{ options, key, base, concerns = () => true, name = key, otherName }: PatternSetting,
	hides: (path: string, patterns: readonly string[]) => boolean,
): readonly HidingRule[] {
	const pathOf = (page: SourcePage): string =>
		base === undefined ? page.below : posix.relative(base, page.file);
	const isConcerned = (page: SourcePage): boolean =>
		!pathOf(page).startsWith("../") && concerns(page);
	if (data.isUnreadable(options, key)) return [unreadable(`"${name}"`, isConcerned)];
	const patterns = data.texts(options, key).flatMap((text) => text.split("\n"));
	if (patterns.length === 0) return [];
	return [
		{
			name: `"${name}"`,
			hides: (page) =>
				isConcerned(page) &&
				[pathOf(page), ...(otherName ? [otherName(pathOf(page))] : [])].some((path) =>
					hides(path, patterns),
				),
			isByPath: true,
		},
	];
}

/** Whether a path matches a pattern, and no pattern with an exclamation mark. */
export function matches(path: string, patterns: readonly string[]): boolean {
	const plain = (pattern: string): string => pattern.replace(/^!?(?:\.?\/)*/, "");
	const [negative, positive] = [true, false].map((isNegative) =>
		patterns.filter((pattern) => pattern.startsWith("!") === isNegative).map(plain),
	);
	const isMatch = (pattern: string): boolean => matchesGlob(path, pattern);
	return positive?.some(isMatch) === true && negative?.some(isMatch) === false;
}

/** A rule that hides every page that it may concern, because it is in code. */
export function unreadable(name: string, hides: HidingRule["hides"] = () => true): HidingRule {
	return { name, hides, isByPath: true, isUnreadable: true };
}

/** Hides pages by a regular expression of the configuration, against their path below a folder. */
export function matchingRule(
	name: string,
	source: string,
	pathOf: (page: SourcePage) => string = ({ below }) => below,
): HidingRule {
	try {
		// Go, Ruby and Python write options of the whole expression at its start.
		const [, flags = "", body = source] = /^\(\?([ims]+)\)(.*)$/s.exec(source) ?? [];
		const pattern = new RegExp(body.replaceAll("(?P<", "(?<").replace(/\\[zZ]/g, "$"), flags);
		return { name, hides: (page) => pattern.test(pathOf(page)), isByPath: true };
	} catch {
		return unreadable(`${name} "${source}"`);
	}
}

/** Hides pages by a value in their front matter. */
export function frontMatterRule(
	name: string,
	hides: (frontMatter: data.DataMap, page: SourcePage) => boolean,
): HidingRule {
	return { name: `${name} in the front matter`, hides: (page) => hides(page.frontMatter, page) };
}

export const DRAFTS = frontMatterRule('"draft: true"', ({ draft }) => readTruth(draft) === true);

/** @returns Milliseconds since the Unix epoch; `NaN` without a date. */
export function instantOf(value: unknown): number {
	return value instanceof Date ? value.getTime() : readForeignInstant(value ?? "");
}

/** Hides files that no entry of a table of contents links to. @param pages Paths below the folder. */
export function unlistedBy(name: string, pages: ReadonlySet<string>): HidingRule {
	return { name: `not in ${name}`, hides: ({ below }) => !pages.has(below), isByPath: true };
}

/**
 * A configuration that could not be read, but contains a setting that hides pages.
 *
 * @param keys Matches the names of the settings.
 */
export function unreadConfig(
	folder: SourceFolder,
	file: string | undefined,
	{ config, keys }: { readonly config: data.DataMap; readonly keys: RegExp },
): readonly HidingRule[] {
	if (file === undefined) return [];
	const isRead = Object.keys(config).length > 0 && !folder.unread.has(file);
	const [key] = isRead ? [] : (keys.exec(folder.read(file) ?? "") ?? []);
	return key === undefined ? [] : [unreadable(`"${key}" in ${file}`)];
}

/** Scripts of plugins that may remove pages, judged by the words in them. */
export function hidingCode(
	folder: SourceFolder,
	files: readonly string[],
	words: RegExp,
): readonly HidingRule[] {
	return files
		.filter((file) => words.test(folder.read(file) ?? ""))
		.map((file) => unreadable(`the code of ${file}`));
}
