import { promisify } from "node:util";
import { gunzip, gzipSync } from "node:zlib";
import type { Problem } from "../content/problem.ts";
import { groupProblems } from "../content/problem.ts";

/** All problems of a revision, some of them on each page, as compressed JSON: there can be hundreds of thousands. */
export type ProblemPages = readonly Uint8Array[];

/** What one page says. */
export interface ProblemPage {
	readonly page: number;
	readonly pages: number;
	readonly problemCount: number;
	/** The most frequent first; one that does not fit goes on on the next page. */
	readonly groups: readonly {
		readonly kind: string;
		/** On all pages. */
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
 * @param query Of a URL: `page`, counted from 1, which is the first when it is absent.
 * @returns JSON, or `undefined` when there is no such page.
 */
export async function readProblemPage(
	pages: ProblemPages,
	query: URLSearchParams,
): Promise<string | undefined> {
	const page = pages[Number(query.get("page") ?? 1) - 1];
	return page === undefined ? undefined : (await promisify(gunzip)(page)).toString();
}
