import { ROWS_PER_PAGE } from "./search-index.ts";

/** A section that was found. */
export interface FoundRow {
	readonly row: number;
	/** Lower is better. */
	readonly rank: number;
	/** Number of rows that were ranked. */
	readonly count: number;
}

/** Weight of each further section of a page. */
const FURTHER_SECTION = 0.3;

/** Groups sections by page. @returns Page id and section numbers, the best first. */
export function rankPages(
	rows: readonly FoundRow[],
): readonly (readonly [page: number, sections: readonly number[]])[] {
	const groups = Map.groupBy(rows, ({ row }) => Math.floor(row / ROWS_PER_PAGE));
	return [...groups]
		.map(([page, members]) => ({
			page,
			score: members.reduce((sum, { rank }, index) => sum + rank * FURTHER_SECTION ** index, 0),
			sections: [...new Set(members.map(({ row }) => row % ROWS_PER_PAGE))],
		}))
		.toSorted((one, other) => one.score - other.score)
		.map(({ page, sections }) => [page, sections] as const);
}
