import type { Words } from "./words.ts";

/** The data of islands: never more than the visitor may see. */
export interface IslandSources {
	readonly basePath: string;
	/** BCP 47. */
	readonly locale: string;
	/** Words of the frame in that language; absent: English. */
	readonly words?: Words;
	/** Pages that the visitor may see and lists may contain, in the order of the navigation. */
	readonly pages: readonly IslandPage[];
	readonly buildId: string;
	readonly revisionId: string;
	/** Path of the island's page; `undefined` when the browser requests only the island. */
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

/** Request for an island. */
export interface IslandCall {
	readonly name: string;
	/** Untrusted: props come from Markdown or a query. */
	readonly props: Readonly<Record<string, unknown>>;
	readonly sources: IslandSources;
}

/** The result of rendering an island. */
export type IslandRendering =
	| {
			readonly kind: "rendered";
			readonly html: string;
			/** Props with defaults applied; a request with them returns the same island. */
			readonly props: IslandProps;
	  }
	| { readonly kind: "unknown" }
	/** `reason` describes each invalid prop, separated by semicolons. */
	| { readonly kind: "refused"; readonly reason: string };

export type IslandProps = Readonly<Record<string, string | number | boolean>>;

/** The endpoint of islands, below the base path; part of the contract with clients. */
export const ISLAND_ENDPOINT = "/__nuxt_island/";

/** Dispatched on the document, it refreshes all islands, or with `{detail: {name}}` only the named. */
export const ISLAND_REFRESH_EVENT = "loggia:refresh-islands";

/** Sentences that the browser writes into the island `early-access`. */
export const EARLY_ACCESS_WORDS: readonly string[] = [
	"What can be tried is listed here once you agree that your visits are counted.",
	"There is nothing to try at the moment.",
];

/** Sentences and labels that the browser writes into the island `analytics-consent`. */
export const CONSENT_WORDS: readonly string[] = [
	"There is nothing to agree to: about your visits, nothing is stored in this browser.",
	"Your visits are not counted: you have not been asked yet, or have not answered.",
	"You have agreed that your visits are counted.",
	"Your visits are not counted.",
	"Stop counting my visits",
	"Count my visits",
];
