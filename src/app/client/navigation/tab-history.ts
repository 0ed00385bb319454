import type { Entry } from "./navigation-state.ts";

/** The history of the tab; each entry has a number in its state. */
export interface TabHistory {
	readonly entry: () => Entry;
	readonly push: (url: string) => Entry;
	readonly replace: (url: string) => Entry;
	/** Steps to another entry. */
	readonly go: (from: Entry, to: Entry) => void;
	/** Steps back by a negative number, forward by a positive one. */
	readonly step: (by: number) => void;
	/** Assigns the current entry to a page whose own entry is gone. */
	readonly adopt: (entry: Entry) => void;
	/** Calls `onPop` after each step through the history, and for entries that the browser created. */
	readonly listen: (onPop: (entry: Entry) => void) => void;
}

export function createTabHistory({ history, location, addEventListener }: Window): TabHistory {
	let current = indexOf(history.state) ?? 0;
	if (indexOf(history.state) === undefined) number(current);
	return { entry, push, replace, go, step, adopt, listen };

	function listen(onPop: (entry: Entry) => void): void {
		addEventListener("popstate", ({ state }) => {
			// The browser created an entry without a number, for a fragment in the address bar.
			if (indexOf(state) === undefined) number(current + 1);
			current = indexOf(state) ?? current + 1;
			onPop(entry());
		});
	}

	function entry(): Entry {
		return { index: current, url: location.href };
	}

	function push(url: string): Entry {
		current += 1;
		history.pushState({ idx: current }, "", url);
		return entry();
	}

	function replace(url: string): Entry {
		history.replaceState({ idx: current }, "", url);
		return entry();
	}

	function go(from: Entry, to: Entry): void {
		// Zero steps would load the document again.
		if (from.index !== to.index) history.go(to.index - from.index);
	}

	function step(by: number): void {
		history.go(by);
	}

	function adopt({ url }: Entry): void {
		replace(url);
	}

	function number(index: number): void {
		history.replaceState({ ...history.state, idx: index }, "");
	}
}

export function indexOf(state: unknown): number | undefined {
	const index: unknown = Object(state).idx;
	return typeof index === "number" ? index : undefined;
}
