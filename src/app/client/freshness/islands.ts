import { ISLAND_REFRESH_EVENT } from "../../../shared/page/islands.ts";

export interface IslandRefresherOptions {
	readonly page: Document;
	readonly fetch: typeof fetch;
	/** Both as a window has them. */
	readonly setInterval: (tick: () => void, everyMs: number) => number;
	readonly clearInterval: (timer: number) => void;
}

export interface IslandRefresher {
	/** Looks for islands that refresh by themselves: the page has changed. */
	readonly watch: () => void;
}

/**
 * Keeps islands up to date: at the interval that their author gave, and whenever a script
 * of the page asks for it by an event. What cannot be fetched changes nothing.
 */
export function createIslandRefresher(options: IslandRefresherOptions): IslandRefresher {
	const { page } = options;
	const timers = new Set<number>();
	const underWay = new WeakSet<Element>();
	page.addEventListener(ISLAND_REFRESH_EVENT, (event) => {
		for (const island of islandsNamed(page, nameIn(event))) void refresh(island);
	});
	watch();
	return { watch };

	function watch(): void {
		for (const timer of timers) options.clearInterval(timer);
		timers.clear();
		for (const island of page.querySelectorAll<HTMLElement>("[data-island][data-refresh]")) {
			const everyMs = Number(island.dataset["refresh"]) * 1000;
			const tick = (): void => {
				// A page in the background is refreshed when it is shown.
				if (!page.hidden) void refresh(island);
			};
			timers.add(options.setInterval(tick, everyMs));
		}
	}

	async function refresh(island: HTMLElement): Promise<void> {
		// What a script has filled in for this visitor, the server would make empty again.
		if (underWay.has(island) || island.innerHTML.includes(" data-live=")) return;
		underWay.add(island);
		const html = await fetchIsland(options.fetch, island.dataset["src"] ?? "");
		underWay.delete(island);
		// Nothing is touched that has not changed: a visitor may be reading or selecting it.
		if (html !== undefined && html !== island.innerHTML) island.innerHTML = html;
	}
}

function islandsNamed(page: Document, name: string | undefined): HTMLElement[] {
	const islands = [...page.querySelectorAll<HTMLElement>("[data-island][data-src]")];
	return islands.filter((island) => name === undefined || island.dataset["island"] === name);
}

function nameIn(event: Event): string | undefined {
	const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
	if (typeof detail !== "object" || detail === null || !("name" in detail)) return undefined;
	return typeof detail.name === "string" ? detail.name : undefined;
}

/** @returns `undefined` when there is no island to show: offline, an error, another server's page. */
async function fetchIsland(fetchIt: typeof fetch, url: string): Promise<string | undefined> {
	try {
		const response = await fetchIt(url, { headers: { accept: "application/json" } });
		if (!response.ok) return undefined;
		const island: unknown = await response.json();
		if (typeof island !== "object" || island === null || !("html" in island)) return undefined;
		return typeof island.html === "string" ? island.html : undefined;
	} catch {
		// What is shown stays; the next refresh may succeed.
		return undefined;
	}
}
