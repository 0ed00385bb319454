import { hash } from "node:crypto";
import type { PagePayload } from "../../shared/page/payload.ts";
import { type PerHoursSources, perHours } from "./per-hours.ts";

/** What all documents of one page have in common. */
export interface KeptPage {
	readonly payload: PagePayload;
	/** @returns The whole HTML document. */
	readonly render: (query: string) => string;
	/** @returns Names everything that the document of a query is made of, as an ETag may say it. */
	readonly version: (query: string) => string;
}

export interface KeptPagesOptions extends PerHoursSources {
	readonly buildId: string;
	/** Prepares the documents of a page. */
	readonly prepare: (payload: PagePayload) => KeptPage["render"];
}

/**
 * Pages that are asked for with queries which make another document of them. More than a list of
 * articles has neighbours on a site; each takes some tens of kilobytes.
 */
const MAX_PAGES = 50;

/**
 * Keeps what documents of a page have in common, as long as its revision is live and no page has
 * its hour. It is for documents that are not kept themselves: without it, a third of the time that
 * one takes would go into finding out again what the page says.
 */
export class KeptPages {
	readonly #options: KeptPagesOptions;
	readonly #pages: () => Map<string, KeptPage>;

	constructor(options: KeptPagesOptions) {
		this.#options = options;
		this.#pages = perHours(options, () => new Map<string, KeptPage>());
	}

	find(path: string): KeptPage | undefined {
		return this.#pages().get(path);
	}

	keep(payload: PagePayload): void {
		const { revision, buildId, prepare } = this.#options;
		const pages = this.#pages();
		const [oldest] = pages.keys();
		if (pages.size >= MAX_PAGES && oldest !== undefined) pages.delete(oldest);
		const sources = JSON.stringify([buildId, revision().id, payload]);
		const digest = hash("sha256", sources, "base64url").slice(0, DIGEST_LENGTH);
		pages.set(payload.page.path, {
			payload,
			render: prepare(payload),
			version: (query) => digest + checksumOf(query),
		});
	}
}

/** 150 bits, in letters of which each says six. */
const DIGEST_LENGTH = 25;

/**
 * Tells the queries of a page apart where somebody else mixes them up. For each address there is
 * but one, so that a digest, of 4 µs, would be worth no more.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/ FNV-1a, of 32 bits
 */
function checksumOf(query: string): string {
	let sum = 0x811c9dc5;
	for (let index = 0; index < query.length; index += 1) {
		sum = Math.imul(sum ^ query.charCodeAt(index), 0x01000193);
	}
	return (sum >>> 0).toString(36);
}
