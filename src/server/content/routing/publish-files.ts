import { matchesGlob } from "node:path";
import type { PlacedFile } from "../files/place-files.ts";
import { isUnderscored } from "../page-path.ts";
import { isVisible, type Page } from "../pages/page.ts";
import type { Problem } from "../problem.ts";

export interface PublishOptions {
	/** By decoded path. */
	readonly placed: ReadonlyMap<string, PlacedFile>;
	/** Pages, with the decoded paths of the files that they refer to. */
	readonly pages: Iterable<{
		readonly page: Pick<Page, "path" | "frontMatter" | "isReadable">;
		readonly files: readonly string[];
	}>;
	/** Whether an access rule restricts some page. */
	readonly isRestricted?: boolean;
	/** Decoded paths of files that the frame of every page shows. */
	readonly framed: readonly string[];
	/** Absolute paths of files whose text pages show; absent: none. */
	readonly included?: ReadonlySet<string>;
	/** The operator's patterns for further files. */
	readonly patterns: readonly string[];
	/** Milliseconds since the Unix epoch. */
	readonly nowMs: number;
}

export interface PublishedFiles {
	readonly files: ReadonlyMap<string, PlacedFile>;
	/** Visible pages by file, for files served only because of them; absent: no page is restricted. */
	readonly referring?: ReadonlyMap<string, readonly string[]> | undefined;
	readonly problems: readonly Problem[];
	/** Time at which the next page appears or expires, which changes the files. */
	readonly untilMs: number;
}

/**
 * Decides which files are served: files of `public/`, files that the frame or a visible page uses, and
 * files that match the operator's patterns. A folder also contains backups, keys and sources.
 */
export function publishFiles(options: PublishOptions): PublishedFiles {
	const { placed, pages, framed, included, patterns, nowMs, isRestricted = false } = options;
	const shown = new Map<string, string[]>();
	const mentioned = new Set<string>();
	let untilMs = Number.POSITIVE_INFINITY;
	for (const { page, files } of pages) {
		const isShown = page.isReadable && isVisible(page, nowMs);
		for (const path of files) {
			if (!isShown) mentioned.add(path);
			else if (!shown.get(path)?.push(page.path)) shown.set(path, [page.path]);
		}
		const { publishAt = nowMs, expiresAt = nowMs } = page.frontMatter;
		for (const date of [publishAt, expiresAt]) if (date > nowMs) untilMs = Math.min(untilMs, date);
	}
	const published = new Map<string, PlacedFile>();
	const leftOut: string[] = [];
	for (const [path, file] of placed) {
		const isForAll = file.isPublic || framed.includes(path) || isNamed(file, patterns);
		if (isForAll) shown.delete(path);
		if (isForAll || shown.has(path)) published.set(path, file);
		// Problems must not name files of hidden pages.
		else if (!mentioned.has(path) && included?.has(file.absolutePath) !== true)
			leftOut.push(file.name);
	}
	return {
		files: published,
		referring: isRestricted ? shown : undefined,
		problems: leftOutProblems(leftOut),
		untilMs,
	};
}

/** A pattern publishes names with an underscore only if it has one itself. */
function isNamed({ name }: PlacedFile, patterns: readonly string[]): boolean {
	return patterns.some(
		(pattern) => matchesGlob(name, pattern) && (!isUnderscored(name) || /(?:^|\/)_/.test(pattern)),
	);
}

const MAX_NAMED = 10;

function leftOutProblems(names: readonly string[]): readonly Problem[] {
	if (names.length === 0) return [];
	const named = names.slice(0, MAX_NAMED).join(", ") + (names.length > MAX_NAMED ? ", …" : "");
	const [files, them] =
		names.length === 1 ? ["1 file is", "it"] : [`${names.length} files are`, "them"];
	const message = `${files} not served, since no page refers to ${them} (${named}): refer to ${them}, move ${them} to "public/", or name ${them} under "public" in site.yaml`;
	return [{ file: ".", message }];
}
