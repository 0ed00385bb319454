import { readStored } from "./stored.ts";

/** Restores the scroll position of a document, as React Router's own script does. */
export function restoreScroll(page: Window): void {
	const { history } = page;
	if (history.state?.key === undefined) {
		history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, "");
	}
	const stored = readStored(page, "sessionStorage", "react-router-scroll-positions") ?? "{}";
	try {
		const top: unknown = JSON.parse(stored)[history.state.key];
		if (typeof top === "number" && page.scrollY === 0) page.scrollTo(0, top);
	} catch {
		// Written by another script.
	}
}
