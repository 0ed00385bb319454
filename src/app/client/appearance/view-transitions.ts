/** Transitions from one page to the next, by the browser's own animation. */
export interface ViewTransitions {
	/**
	 * Resolves when the old page has been captured and the new one may be shown.
	 *
	 * @param signal Aborts when the new page will not come after all.
	 */
	readonly begin: (signal: AbortSignal) => Promise<void>;
	/** Says that the new page is in the DOM. */
	readonly end: () => void;
}

/**
 * Animates navigations where the browser can and the visitor does not mind motion.
 *
 * react-router can do this too, but keeps a list of pages in session storage for it.
 */
export function createViewTransitions(page: Window): ViewTransitions {
	let end: () => void = () => undefined;
	return { begin, end: () => end() };

	async function begin(signal: AbortSignal): Promise<void> {
		// Whatever still waits would keep the screen frozen until the browser gives up on it.
		end();
		if (!isWanted(page)) return;
		const newPage = new Promise<void>((resolve) => {
			end = resolve;
			signal.addEventListener("abort", () => resolve(), { once: true });
		});
		await new Promise<void>((captured) => {
			const transition = page.document.startViewTransition(() => {
				captured();
				return newPage;
			});
			// Skipped for a later one, or because the tab is hidden: the page changes all the same.
			transition.ready.catch(() => undefined);
		});
	}
}

function isWanted({ document, matchMedia }: Window): boolean {
	if (!("startViewTransition" in document)) return false;
	return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
