import { PackedPage } from "../content/pages/packed-page.ts";
import type { Page } from "../content/pages/page.ts";

export interface PageHighlighterOptions {
	/** Highlights the code in a packed body, in another thread. @returns `undefined` when that thread has ended. */
	readonly highlight: (file: string, packedBody: Uint8Array) => Promise<Uint8Array | undefined>;
}

/** A thread that waits for a disk must not keep visitors waiting: they get the page without colours. */
const PATIENCE_MS = 1000;

/**
 * Highlights pages that were read in bulk when they are first asked for. Most visitors of ten
 * thousand pages look at some hundred, and a site is ready in half the time.
 */
export class PageHighlighter {
	readonly #options: PageHighlighterOptions;
	/** Visitors who come at the same time wait for the same. */
	readonly #waiting = new Map<PackedPage, Promise<void>>();

	constructor(options: PageHighlighterOptions) {
		this.#options = options;
	}

	/** @returns `undefined` when there is nothing to wait for. */
	highlight(page: Page | undefined): Promise<void> | undefined {
		if (!(page instanceof PackedPage) || !page.isPlain) return undefined;
		const known = this.#waiting.get(page);
		if (known !== undefined) return known;
		const work = this.#highlight(page).finally(() => this.#waiting.delete(page));
		this.#waiting.set(page, work);
		return work;
	}

	async #highlight(page: PackedPage): Promise<void> {
		const late = Promise.withResolvers<void>();
		const timer = setTimeout(late.resolve, PATIENCE_MS);
		const highlighted = this.#options
			.highlight(page.file, page.packedBody)
			.then((packedBody) => {
				if (packedBody !== undefined) page.takeHighlighted(packedBody);
			})
			.finally(() => clearTimeout(timer));
		await Promise.race([highlighted, late.promise]);
	}
}
