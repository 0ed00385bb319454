/** Where the problems of the site folder are, for visitors who may see them. */
export const PROBLEMS_PATH = "/_loggia/problems";

export interface ShownProblem {
	/** Relative to the site folder. */
	readonly file: string;
	/** Counted from 1. */
	readonly line?: number;
	readonly message: string;
}

/** What a tab with `?live` shows beside a page. */
export interface ShownProblems {
	readonly ofPage: readonly ShownProblem[];
	/** The first ones, and how many there are; absent for visitors who may know of this page alone. */
	readonly ofSite?: { readonly count: number; readonly first: readonly ShownProblem[] };
}
