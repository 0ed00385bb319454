import { promisify } from "node:util";
import { gunzip, gzipSync } from "node:zlib";
import { definedOnly } from "../../shared/defined-only.ts";

/** A mistake in the site folder, or in the environment that overrides it. */
export interface Problem {
	/** Relative to the site folder, with forward slashes; `environment` for a variable. */
	readonly file: string;
	/** Counted from 1. */
	readonly line?: number;
	/** Counted from 1. */
	readonly column?: number;
	/** A sentence with the rule and the value that breaks it. */
	readonly message: string;
}

/** The `file` of problems that come from environment variables. */
export const ENVIRONMENT_FILE = "environment";

/**
 * The form that editors and terminals turn into a link: `file:line:column: message`.
 *
 * @example
 * renderProblem({ file: "a.md", line: 3, message: "No" }); // "a.md:3: No"
 */
export function renderProblem({ file, line, column, message }: Problem): string {
	const place = [file, line, column].filter((part) => part !== undefined).join(":");
	return `${place}: ${message}`;
}

/** A problem with a key of the front matter. */
export function problemWith(
	{
		file,
		frontMatterLines,
	}: { readonly file: string; readonly frontMatterLines: ReadonlyMap<string, number> },
	key: string,
	message: string,
): Problem {
	return definedOnly({ file, line: frontMatterLines.get(key), message });
}

/** Limit of listed problems: a file with more is broken as a whole, and a longer list fills logs. */
const MAX_PER_FILE = 100;

/** The first problems of one file, and a problem with the number of further ones. */
export function firstProblems(file: string, problems: readonly Problem[]): readonly Problem[] {
	const more = problems.length - MAX_PER_FILE;
	if (more <= 0) return problems;
	const rest = { file, message: `There are ${more} more problems of this kind in the file` };
	return [...problems.slice(0, MAX_PER_FILE), rest];
}

/** @returns Problems by kind, the most frequent first. Problems of one kind have the same fix. */
export function groupProblems(problems: readonly Problem[]) {
	const groups = Map.groupBy(problems, kindOfProblem);
	return Array.from(groups, ([kind, members]) => ({ kind, problems: members })).toSorted(
		(one, other) => other.problems.length - one.problems.length,
	);
}

/** Removes quoted values from a message, except for problems with a key: there the key is the kind. */
export function kindOfProblem({ message }: Pick<Problem, "message">): string {
	return message.startsWith("Key ") ? message : message.replace(/"[^"]*"/g, '"…"');
}

/** All problems of a revision, in pages of compressed JSON: there can be hundreds of thousands. */
export type ProblemPages = readonly Uint8Array[];

/** A page of problems. */
export interface ProblemPage {
	readonly page: number;
	readonly pages: number;
	readonly problemCount: number;
	/** The most frequent kind first; a group that does not fit continues on the next page. */
	readonly groups: readonly {
		readonly kind: string;
		/** Number of problems on all pages. */
		readonly count: number;
		readonly problems: readonly Problem[];
	}[];
}

const PROBLEMS_ON_PAGE = 500;

export function packProblems(problems: readonly Problem[]): ProblemPages {
	const sorted = groupProblems(problems).flatMap(({ kind, problems: members }) =>
		members.map((problem) => ({ kind, count: members.length, problem })),
	);
	const pages = Math.max(1, Math.ceil(sorted.length / PROBLEMS_ON_PAGE));
	return Array.from({ length: pages }, (_, index) => {
		const start = index * PROBLEMS_ON_PAGE;
		const shown = Map.groupBy(sorted.slice(start, start + PROBLEMS_ON_PAGE), ({ kind }) => kind);
		const groups = Array.from(shown, ([kind, members]) => ({
			kind,
			count: members[0]?.count ?? 0,
			problems: members.map(({ problem }) => problem),
		}));
		const page: ProblemPage = { page: index + 1, pages, problemCount: sorted.length, groups };
		return gzipSync(JSON.stringify(page));
	});
}

/**
 * @param query Query of a URL: `page` counts from 1; absent: the first page.
 * @returns JSON, or `undefined` if the page does not exist.
 */
export async function readProblemPage(
	pages: ProblemPages,
	query: URLSearchParams,
): Promise<string | undefined> {
	const page = pages[Number(query.get("page") ?? 1) - 1];
	return page === undefined ? undefined : (await promisify(gunzip)(page)).toString();
}

/** Returns the problems of one file, and those of the first page. */
export async function readProblemsOf(pages: ProblemPages, file: string | undefined) {
	const ofFile: Problem[] = [];
	let first: ProblemPage | undefined;
	for (const packed of pages) {
		// Written by `packProblems()`.
		const page = JSON.parse((await promisify(gunzip)(packed)).toString()) as ProblemPage;
		first ??= page;
		const all = page.groups.flatMap(({ problems }) => problems);
		ofFile.push(...all.filter((problem) => problem.file === file));
	}
	const shown = first?.groups.flatMap(({ problems }) => problems) ?? [];
	return { ofFile, first: shown, count: first?.problemCount ?? 0 };
}
