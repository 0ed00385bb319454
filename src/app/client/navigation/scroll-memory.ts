import { indexOf } from "./tab-history.ts";

/** Delay before a save: Safari refuses more than 100 changes of the history in 30 s. */
const SETTLED_AFTER_MS = 150;

/** Key in the state of the history entry. */
const STATE_KEY = "scrollTop";

export interface ScrollMemory {
	/** Saves the scroll position before the next page is shown. */
	readonly save: () => void;
	/** @returns Pixels from the top, or `undefined` for an entry that was not left before. */
	readonly recall: (index: number) => number | undefined;
	/** Called with the entry of the shown page, and whether the entry is new. */
	readonly arrive: (index: number, isNew: boolean) => void;
}

/**
 * Saves scroll positions in the history entries, where they survive reloads and other documents.
 * An entry that the browser has left cannot be written, so positions are in memory, too.
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
		// The next document of this entry may lack this script.
		page.history.scrollRestoration = "auto";
	});
	page.addEventListener("pageshow", takeOver);
	takeOver();
	restore();
	return { save, recall, arrive };

	function takeOver(): void {
		// The browser would scroll the old page before the new one is shown.
		page.history.scrollRestoration = "manual";
	}

	/** Restores the position: a document that replaced one of another build starts at the top. */
	function restore(): void {
		const top = storedTop();
		if (top !== undefined && page.scrollY === 0) page.scrollTo(0, top);
	}

	function save(): void {
		if (shown !== undefined) positions.set(shown, page.scrollY);
		// After a step through the history, the old page is still shown, but at another entry.
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
