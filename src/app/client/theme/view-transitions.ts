/**
 * Animates navigations with the browser's view transitions, unless the visitor prefers reduced
 * motion. The transitions of react-router would store a list of pages in session storage.
 */
export function createViewTransitions(page: Window) {
	/** Called when the new page is in the DOM. */
	let end: () => void = () => undefined;
	return { begin, end: () => end() };

	/**
	 * Resolves when the browser captured the old page and the new one may be shown.
	 *
	 * @param signal Aborts when the navigation ends without a new page.
	 */
	async function begin(signal: AbortSignal): Promise<void> {
		// A pending transition would freeze the screen until the browser's time-out.
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
			// Rejects when a later transition or a hidden tab skips it: the page changes anyway.
			transition.ready.catch(() => undefined);
		});
	}
}

function isWanted({ document, matchMedia }: Window): boolean {
	if (!("startViewTransition" in document)) return false;
	return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
