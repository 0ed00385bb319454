import type { Background } from "./background.ts";
import { whenIdle } from "./when-idle.ts";

/** The background of a tab, which does nothing until its chunk is there. */
export interface BackgroundLoader extends Background {
	/** Fetches the chunk when the browser is idle. */
	readonly start: () => void;
}

export function createBackgroundLoader(
	page: Window,
	load: () => Promise<Background>,
): BackgroundLoader {
	let background: Background | undefined;
	return {
		take: (path, query) => background?.take(path, query),
		redirectFor: (location) => background?.redirectFor(location),
		arrived: () => background?.arrived(),
		watchIslands: () => background?.watchIslands(),
		start() {
			whenIdle(page, () => {
				load().then(
					(loaded) => {
						background = loaded;
					},
					(cause: unknown) => {
						// The page can be read and left without it.
						console.warn("A part of this page could not be loaded", cause);
					},
				);
			});
		},
	};
}
