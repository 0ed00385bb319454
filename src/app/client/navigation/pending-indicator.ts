import type { DataRouter } from "react-router";

/** A faster navigation shows none: a flash would be slower to read than the page. */
const SHOWN_AFTER_MS = 200;

/** Shows a thin bar, and tells assistive technology, while a navigation takes its time. */
export function showPendingNavigation(page: Window, router: Pick<DataRouter, "subscribe">): void {
	const { document } = page;
	const bar = document.createElement("div");
	bar.className = "pending-bar";
	bar.setAttribute("aria-hidden", "true");
	let timer: number | undefined;

	router.subscribe(({ navigation }) => {
		if (navigation.state === "idle") hide();
		else timer ??= page.setTimeout(show, SHOWN_AFTER_MS);
	});
	// A page that was left while it waited comes back out of the cache as it was.
	page.addEventListener("pageshow", hide);

	function show(): void {
		document.body.append(bar);
		document.querySelector("main")?.setAttribute("aria-busy", "true");
	}

	function hide(): void {
		page.clearTimeout(timer);
		timer = undefined;
		bar.remove();
		document.querySelector("main")?.removeAttribute("aria-busy");
	}
}
