import { readFixture } from "../../support/read-fixture.ts";

/** One way of asking for something that a rule redirects, and what must come of it. */
export interface RedirectCase {
	readonly name: string;
	readonly pattern: string;
	readonly redirect: string | { readonly to: string; readonly status?: number };
	/** What is asked for, below the base path. */
	readonly from: string;
	/** Where it leads: a URL, or a URL path below the base path. The hash is the browser's to keep. */
	readonly to: string;
	readonly status?: number;
}

/** The one table: the pure functions, the server and a click in a browser all answer it. */
export const REDIRECT_CASES: readonly RedirectCase[] = Object.entries(
	readFixture<Omit<RedirectCase, "name">>("routing/redirects.yaml"),
).map(([name, redirect]) => ({ name, ...redirect }));
