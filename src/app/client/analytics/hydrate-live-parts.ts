import type { LiveParts } from "./live-parts.ts";

export interface LivePartsHydrator {
	/** To be called when another page is on the screen, before it is painted. */
	readonly update: () => void;
}

/** What the chunk of the live parts looks after; most pages hold nothing of it. */
const LIVE = "template[data-flag], [data-live]";

/** Fetches the chunk of the live parts when a page holds some. */
export function createLivePartsHydrator(
	page: Document,
	load: () => Promise<LiveParts>,
): LivePartsHydrator {
	let parts: LiveParts | undefined;
	let isLoading = false;
	return {
		update() {
			if (parts !== undefined) return parts.update();
			if (isLoading || page.querySelector(LIVE) === null) return;
			isLoading = true;
			load().then(
				(loaded) => {
					parts = loaded;
					parts.update();
				},
				(cause: unknown) => {
					// What was held back stays so; the next page may have more luck.
					isLoading = false;
					console.warn("A part of this page could not be loaded", cause);
				},
			);
		},
	};
}
