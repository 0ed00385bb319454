import type { Logger } from "pino";
import { WorkerCalls, WorkerTimeoutError } from "../../platform/workers/worker-calls.ts";
import type { SearchAnswer } from "../../shared/search.ts";
import { accessRulesOf, requirementsKey } from "../authorization/access-rules.ts";
import type { Snapshot } from "../authorization/snapshot.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { editionOf } from "../content/versions.ts";
import { isSearchable } from "../seo/discoverable-sections.ts";
import {
	type FoundPage,
	type SearchCalls,
	type SearchScope,
	type ShownPage,
	searchState,
	stampOf,
} from "./search-messages.ts";

/** Without an edition, searches the first language and version. */
export type SearchRequest = SearchScope & { readonly text: string };

export interface SiteSearchAnswer {
	/** A {@link SearchAnswer} as JSON. */
	readonly json: string;
	/** Whether the answer stays the same while the revision is live. */
	readonly isFinal: boolean;
}

export const NOTHING_FOUND: SiteSearchAnswer = {
	json: JSON.stringify({ results: [] } satisfies SearchAnswer),
	isFinal: true,
};

/** For callers that do not forward the JSON. */
export function resultsIn({ json }: SiteSearchAnswer): SearchAnswer["results"] {
	return (JSON.parse(json) as SearchAnswer).results;
}

export type SiteSearch = ReturnType<typeof createSiteSearch>;

export interface SiteSearchOptions {
	/** The bundle of the thread. */
	readonly entry: URL;
	readonly indexFile: string;
	readonly log: Pick<Logger, "warn">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

const MAX_RESULTS = 10;

/** A search takes a few milliseconds; a longer queue would keep visitors waiting. */
const MAX_WAITING = 100;

/** A search takes less than a hundredth of it; the start of the thread may be slow on a busy machine. */
const LIMIT_MS = 10_000;

/** Mostly the vocabulary of the site. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/** Creates the search of the pages that a visitor may see. The first search starts its thread. */
export function createSiteSearch({ entry, indexFile, log, now }: SiteSearchOptions) {
	const thread = new WorkerCalls<SearchCalls>({
		title: "The search thread",
		entry,
		data: indexFile,
		memory: MEMORY,
		limitMs: LIMIT_MS,
	});

	return { search, close: () => thread.close() };

	/** @returns `undefined` while there is no index, or too many searches are waiting. */
	async function search(
		{ text, section, edition = "" }: SearchRequest,
		{ revision, untilMs }: Snapshot,
	): Promise<SiteSearchAnswer | undefined> {
		const { editions, public: site } = revision.config;
		const { basePath } = site;
		const locale = editionOf(section ?? edition, editions).locale?.code ?? site.locale;
		const isOne = editions.locales.length + editions.versions.length === 0;
		const found = await ask("find", {
			text,
			locale,
			section,
			edition: isOne ? undefined : edition,
			access: readableKinds(revision),
		});
		if (found === undefined) return undefined;
		const { state, pages, marked } = found;
		const isFinal = state === searchState(revision.id, untilMs);
		const nowMs = now();
		const visible: ShownPage[] = [];
		for (const hit of pages) {
			const page = revision.pages.get(hit.path);
			if (page !== undefined && isSearchable(page, nowMs)) visible.push(shownPage(hit, page));
			if (visible.length === MAX_RESULTS) break;
		}
		if (visible.length === 0) return { ...NOTHING_FOUND, isFinal };
		const json = await ask("show", { locale, basePath, marked, pages: visible });
		return json === undefined ? undefined : { json, isFinal };
	}

	async function ask<Call extends keyof SearchCalls>(
		call: Call,
		input: SearchCalls[Call]["input"],
	): Promise<SearchCalls[Call]["output"] | undefined> {
		if (thread.waiting >= MAX_WAITING) return undefined;
		try {
			return await thread.ask(call, input);
		} catch (error) {
			log.warn({ err: error }, "A search failed");
			// A thread that answers one search after another is blocked.
			if (error instanceof WorkerTimeoutError) thread.end();
			return undefined;
		}
	}
}

const KINDS = new WeakMap<Revision, readonly string[]>();

/**
 * Lists the access requirements of the pages in a visitor's revision. The index has the pages of all
 * visitors: without this filter, pages that the visitor may not read would displace other results.
 *
 * @returns `undefined` while every page is public.
 */
function readableKinds(revision: Revision): readonly string[] | undefined {
	const rules = accessRulesOf(revision);
	if (rules.isEmpty) return undefined;
	return KINDS.getOrInsertComputed(revision, () => [
		...new Set(Array.from(revision.pages.keys(), (path) => requirementsKey(rules.at(path)))),
	]);
}

/** The live page, with the found sections if the index has the same state of the page. */
function shownPage(found: FoundPage, page: Page): ShownPage {
	const { path, title, packedBody } = page;
	const stamp = stampOf(page);
	return {
		...{ path, title, packedBody, stamp },
		description: page.frontMatter.description,
		sections: stamp === found.stamp ? found.sections : [],
	};
}
