/** A tab of a browser that Playwright does not drive. */
export interface DrivenTab {
	readonly goto: (url: string) => Promise<void>;
	/** Runs a function in the page. Argument and result are JSON. */
	readonly evaluate: <Result, Argument>(
		script: (argument: Argument) => Result,
		argument?: Argument,
	) => Promise<Awaited<Result>>;
	/** Ends the browser. */
	readonly close: () => Promise<void>;
}

/** A browser of this machine. */
export interface DrivenBrowser {
	readonly name: string;
	readonly open: () => Promise<DrivenTab>;
}

/** The text of a function that a page calls with the JSON of the argument, and that returns JSON. */
export function asCall(script: (argument: never) => unknown): string {
	return `async (json) => JSON.stringify((await (${String(script)})(JSON.parse(json))) ?? null)`;
}
