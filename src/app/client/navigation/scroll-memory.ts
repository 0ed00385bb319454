/** Safari refuses more than a hundred changes of the history in thirty seconds. */
const SETTLED_AFTER_MS = 150;

/** Beside react-router's own keys in the state of a history entry. */
const STATE_KEY = "scrollTop";

export interface ScrollMemory {
	/** Writes down where the shown page is, before another entry takes its place. */
	readonly save: () => void;
	/** @returns Pixels from the top, or `undefined` for an entry that was not left before. */
	readonly recall: () => number | undefined;
	/** Says that the current entry is the one on the screen again. */
	readonly resume: () => void;
}

/**
 * Keeps the scroll position of every history entry in the entry itself: nothing is stored,
 * and neither a reload nor another document in between loses it.
 */
export function createScrollMemory(page: Window): ScrollMemory {
	let timer = 0;
	// After a step through the history, the old page is on the screen under the new entry.
	let isPaused = false;

	page.addEventListener("scroll", saveSoon, { passive: true });
	page.addEventListener("popstate", () => {
		isPaused = true;
	});
	page.addEventListener("pagehide", () => {
		save();
		// The next document to show this entry may be one without this script.
		page.history.scrollRestoration = "auto";
	});
	page.addEventListener("pageshow", takeOver);
	takeOver();
	return { save, recall, resume };

	function takeOver(): void {
		// The browser would scroll the old page, before the new one is there.
		page.history.scrollRestoration = "manual";
	}

	function saveSoon(): void {
		page.clearTimeout(timer);
		timer = page.setTimeout(save, SETTLED_AFTER_MS);
	}

	function save(): void {
		if (isPaused || recall() === page.scrollY) return;
		page.history.replaceState({ ...page.history.state, [STATE_KEY]: page.scrollY }, "");
	}

	function recall(): number | undefined {
		const top: unknown = page.history.state?.[STATE_KEY];
		return typeof top === "number" ? top : undefined;
	}

	function resume(): void {
		page.clearTimeout(timer);
		isPaused = false;
	}
}
