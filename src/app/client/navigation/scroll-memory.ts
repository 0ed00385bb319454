import { indexOf } from "./tab-history.ts";

/** Safari refuses more than a hundred changes of the history in thirty seconds. */
const SETTLED_AFTER_MS = 150;

/** Beside the entry's number in its state. */
const STATE_KEY = "scrollTop";

export interface ScrollMemory {
	/** Writes down where the shown page is, before another one takes its place. */
	readonly save: () => void;
	/** @returns Pixels from the top, or `undefined` for an entry that was not left before. */
	readonly recall: (index: number) => number | undefined;
	/** Says which entry's page is on the screen now, and whether the entry is new. */
	readonly arrive: (index: number, isNew: boolean) => void;
}

/**
 * Keeps the scroll position of every history entry in the entry itself: nothing is stored,
 * and neither a reload nor another document in between loses it. An entry that the browser has
 * left already cannot be written to, so this document remembers the positions as well.
 */
export function createScrollMemory(page: Window): ScrollMemory {
	const positions = new Map<number, number>();
	let timer = 0;
	let shown = indexOf(page.history.state);

	page.addEventListener(
		"scroll",
		() => {
			page.clearTimeout(timer);
			timer = page.setTimeout(save, SETTLED_AFTER_MS);
		},
		{ passive: true },
	);
	page.addEventListener("pagehide", () => {
		save();
		// The next document of this entry may be one without this script.
		page.history.scrollRestoration = "auto";
	});
	page.addEventListener("pageshow", takeOver);
	takeOver();
	restore();
	return { save, recall, arrive };

	function takeOver(): void {
		// The browser would scroll the old page, before the new one is there.
		page.history.scrollRestoration = "manual";
	}

	/** A document that takes the place of another build's is at its top, wherever the visitor was. */
	function restore(): void {
		const top = storedTop();
		if (top !== undefined && page.scrollY === 0) page.scrollTo(0, top);
	}

	function save(): void {
		if (shown !== undefined) positions.set(shown, page.scrollY);
		// After a step through the history, the old page is on the screen under another entry.
		if (indexOf(page.history.state) !== shown || storedTop() === page.scrollY) return;
		page.history.replaceState({ ...page.history.state, [STATE_KEY]: page.scrollY }, "");
	}

	function recall(index: number): number | undefined {
		return positions.get(index) ?? storedTop();
	}

	function storedTop(): number | undefined {
		const top: unknown = page.history.state?.[STATE_KEY];
		return typeof top === "number" ? top : undefined;
	}

	function arrive(index: number, isNew: boolean): void {
		page.clearTimeout(timer);
		shown = index;
		if (isNew) positions.delete(index);
	}
}
