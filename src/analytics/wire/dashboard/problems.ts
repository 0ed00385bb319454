/** `GET /api/v1/problems`. */
export interface ProblemsAnswer {
	readonly from: string;
	readonly to: string;
	readonly timezone: string;
	/** Pages that were answered 404, the most viewed first. */
	readonly missing_pages: readonly MissingPage[];
	/** Since the beginning of `drops_since`; all reasons that ever occurred there. */
	readonly drops: readonly DroppedEvents[];
	readonly drops_since: string;
	readonly bots: readonly { readonly name: string; readonly events: number }[];
}

export interface MissingPage {
	readonly page: string;
	readonly views: number;
	/** Where the links stand, the most frequent first; `null`: nobody said. */
	readonly referrers: readonly { readonly referrer: string | null; readonly views: number }[];
	/** The existing page with the most similar path; `null` when none is similar. */
	readonly suggestion: string | null;
	/** To paste into `site.yaml`; it leads to the suggestion, or to the home page. */
	readonly route_rule: string;
	/** The same as a line of a `_redirects` file. */
	readonly redirects_line: string;
}

export interface DroppedEvents {
	readonly reason: string;
	readonly description: string;
	readonly count: number;
	/** The newest; `null` after a restart, when only the number is left. */
	readonly example: {
		readonly at: string;
		readonly event: string | null;
		/** Its first characters only. */
		readonly token: string | null;
		/** Names of its properties. */
		readonly properties: readonly string[];
	} | null;
}
