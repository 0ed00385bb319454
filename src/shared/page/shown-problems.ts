/** Endpoint of the site folder's problems, for visitors who may see them. */
export const PROBLEMS_PATH = "/_loggia/problems";

export interface ShownProblem {
	/** Relative to the site folder. */
	readonly file: string;
	/** Counted from 1. */
	readonly line?: number;
	/** Counted from 1. */
	readonly column?: number;
	readonly message: string;
}

/** An error in the code of the site folder. */
export interface ShownError extends Omit<ShownProblem, "file"> {
	/** Absent: the error is outside of the site folder. */
	readonly file?: string;
	/** Lines around the mistake. */
	readonly frame?: string;
	readonly stack?: string;
}

/** Problems that a tab with `?live` shows beside a page. */
export interface ShownProblems {
	readonly ofPage: readonly ShownProblem[];
	/** First problems and total count; absent for visitors who may see only this page's problems. */
	readonly ofSite?: { readonly count: number; readonly first: readonly ShownProblem[] };
	/** Mistakes because of which the code cannot be built, and errors of the code on this page. */
	readonly errors?: readonly ShownError[];
}

/** An error in the browser of a developer. */
export interface BrowserError {
	/** Decoded path of the page, without base path. */
	readonly path: string;
	/** Names lines of chunks. */
	readonly stack: string;
}
