import { isBusy, type Tab } from "./navigation-state.ts";

/** On the link whose page is loading. */
const MARK = "data-followed";

/** Marks the followed link at once, before its page is loaded. */
export function markFollowed(link: Element): void {
	unmark(link.ownerDocument);
	link.setAttribute(MARK, "");
}

/** Shows a thin bar, and sets `aria-busy`, while a visit is slow. */
export function createProgress(document: Document): (tab: Tab) => void {
	const bar = document.createElement("div");
	bar.className = "pending-bar";
	bar.setAttribute("aria-hidden", "true");
	return (tab) => {
		if (tab.phase.kind === "idle" || tab.phase.kind === "waiting") unmark(document);
		if (isBusy(tab) === bar.isConnected) return;
		const main = document.querySelector("main");
		if (isBusy(tab)) {
			document.body.append(bar);
			main?.setAttribute("aria-busy", "true");
		} else {
			bar.remove();
			main?.removeAttribute("aria-busy");
		}
	};
}

function unmark(document: Document): void {
	document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
}
