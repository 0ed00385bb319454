/** Endpoint of the site folder's problems, for visitors who may see them. */
export const PROBLEMS_PATH = "/_loggia/problems";

export interface ShownProblem {
	/** Relative to the site folder. */
	readonly file: string;
	/** Counted from 1. */
	readonly line?: number;
	readonly message: string;
}

/** Problems that a tab with `?live` shows beside a page. */
export interface ShownProblems {
	readonly ofPage: readonly ShownProblem[];
	/** First problems and total count; absent for visitors who may see only this page's problems. */
	readonly ofSite?: { readonly count: number; readonly first: readonly ShownProblem[] };
}
