import type { Words } from "./words.ts";

/** The data of islands: never more than the visitor may see. */
export interface IslandSources {
	readonly basePath: string;
	/** BCP 47. */
	readonly locale: string;
	/** Of the frame, in that language. */
	readonly words?: Words;
	/** The pages that visitors may see and listings may name, in the order of the navigation. */
	readonly pages: readonly IslandPage[];
	readonly buildId: string;
	readonly revisionId: string;
	/** The page of the island; `undefined` when the browser requests the island alone. */
	readonly path: string | undefined;
}

export interface IslandPage {
	readonly path: string;
	readonly title: string;
	readonly description?: string | undefined;
	/** Icon name, such as `lucide:rocket`. */
	readonly icon?: string | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
}

/** The island that is wanted. */
export interface IslandCall {
	readonly name: string;
	/** Not trusted: they come from Markdown or from a query. */
	readonly props: Readonly<Record<string, unknown>>;
	readonly sources: IslandSources;
}

/** The result of rendering an island. */
export type IslandRendering =
	| {
			readonly kind: "rendered";
			readonly html: string;
			/** With defaults: a request with these props gives the same island. */
			readonly props: IslandProps;
	  }
	| { readonly kind: "unknown" }
	/** `reason` is one sentence for each prop that does not fit. */
	| { readonly kind: "refused"; readonly reason: string };

export type IslandProps = Readonly<Record<string, string | number | boolean>>;

/** The endpoint of islands, below the base path; part of the contract with clients. */
export const ISLAND_ENDPOINT = "/__nuxt_island/";

/** Dispatch it on the document to refresh all islands, or with `{detail: {name}}` those of one name. */
export const ISLAND_REFRESH_EVENT = "loggia:refresh-islands";

/** What the browser writes into the island `early-access`. */
export const EARLY_ACCESS_WORDS: readonly string[] = [
	"What can be tried is listed here once you agree that your visits are counted.",
	"There is nothing to try at the moment.",
];

/** What the browser writes into the island `analytics-consent`. */
export const CONSENT_WORDS: readonly string[] = [
	"There is nothing to agree to: about your visits, nothing is stored in this browser.",
	"Your visits are not counted: you have not been asked yet, or have not answered.",
	"You have agreed that your visits are counted.",
	"Your visits are not counted.",
	"Stop counting my visits",
	"Count my visits",
];
