import { ISLAND_REFRESH_EVENT } from "../../../shared/page/islands.ts";
import { fetchTwice } from "./fetch-twice.ts";

/**
 * Refreshes islands at their author's interval, and on an event of a script. A failed refresh
 * changes nothing.
 *
 * @param onReplaced Called with an island after its HTML was replaced.
 * @returns A function to call after the page changed: it starts the timers of its islands.
 */
export function createIslandRefresher(
	page: Window,
	onReplaced: (island: HTMLElement) => void,
): () => void {
	const { document } = page;
	const timers = new Set<number>();
	const underWay = new WeakSet<Element>();
	/** HTML of the last refresh. Scripts may have changed the elements since. */
	const lastHtml = new WeakMap<Element, string>();
	document.addEventListener(ISLAND_REFRESH_EVENT, (event) => {
		for (const island of islandsNamed(document, nameIn(event))) void refresh(island);
	});
	watch();
	return watch;

	function watch(): void {
		for (const timer of timers) page.clearInterval(timer);
		timers.clear();
		for (const island of document.querySelectorAll<HTMLElement>("[data-island][data-refresh]")) {
			const everyMs = Number(island.dataset["refresh"]) * 1000;
			const tick = (): void => {
				// A page in the background is refreshed when it is shown.
				if (!document.hidden) void refresh(island);
			};
			timers.add(page.setInterval(tick, everyMs));
		}
	}

	async function refresh(island: HTMLElement): Promise<void> {
		// The server's HTML would remove content that the browser rendered for this visitor.
		if (underWay.has(island) || island.innerHTML.includes(" data-live=")) return;
		underWay.add(island);
		const html = await fetchIsland(page, island.dataset["src"] ?? "");
		underWay.delete(island);
		// Unchanged HTML is not replaced: the visitor may be selecting text.
		if (html === undefined || html === (lastHtml.get(island) ?? island.innerHTML)) return;
		lastHtml.set(island, html);
		island.innerHTML = html;
		onReplaced(island);
	}
}

function islandsNamed(document: Document, name: string | undefined): HTMLElement[] {
	const islands = [...document.querySelectorAll<HTMLElement>("[data-island][data-src]")];
	return islands.filter((island) => name === undefined || island.dataset["island"] === name);
}

function nameIn(event: Event): string | undefined {
	const { name } = Object(event instanceof CustomEvent && event.detail);
	return typeof name === "string" ? name : undefined;
}

/** @returns `undefined` when offline, and for any response that is not an island. */
async function fetchIsland(page: Window, url: string): Promise<string | undefined> {
	try {
		const headers = { accept: "application/json" };
		const response = await fetchTwice(page.fetch.bind(page), url, { headers });
		if (!response.ok) return undefined;
		const { html } = Object(await response.json());
		return typeof html === "string" ? html : undefined;
	} catch {
		// The shown HTML stays; the next refresh may succeed.
		return undefined;
	}
}
