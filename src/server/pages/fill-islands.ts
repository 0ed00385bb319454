import { createHash } from "node:crypto";
import { escapeAttribute, unescapeHtml } from "../../shared/document/html.ts";
import {
	ISLAND_ENDPOINT,
	type IslandProps,
	type IslandRendering,
	type IslandSources,
} from "../../shared/page/islands.ts";
import { MAX_ISLANDS } from "../content/markdown/islands.ts";
import type { Renderer } from "./renderer.ts";

/** Limits per page, which is rendered in one turn of the event loop: islands, characters of HTML, time. */
const BUDGET = { count: MAX_ISLANDS, length: 1024 * 1024, ms: 500 };

export type IslandBudget = Readonly<typeof BUDGET>;

export interface FillOptions {
	readonly renderIsland: Renderer["renderIsland"];
	/** Whether an island is code of the site folder, which {@link fillPlaces} renders; absent: no island is. */
	readonly isRemote?: (name: string) => boolean;
	readonly readSources: () => IslandSources;
	/** Called with the names of islands beyond the budget, if there are any. */
	readonly onLeftOut: (names: readonly string[]) => void;
	readonly budget?: IslandBudget;
}

/**
 * Replaces the placeholders of islands in a page.
 *
 * This runs at request time, not at parse time: islands list other pages, whose visibility depends
 * on the time.
 */
export function fillIslands(
	html: string,
	{ renderIsland, isRemote = () => false, readSources, onLeftOut, budget = BUDGET }: FillOptions,
): string {
	if (!html.includes("<div data-island=")) return html;
	const sources = readSources();
	const startedAt = performance.now();
	const leftOut: string[] = [];
	let [count, length] = [0, 0];
	const filled = html.replace(PLACEHOLDER, (whole, name: string, json: string) => {
		if (isRemote(name)) return whole;
		count += 1;
		const isSpent = count > budget.count || length > budget.length;
		if (isSpent || performance.now() - startedAt > budget.ms) {
			leftOut.push(name);
			return "";
		}
		const { refresh, ...props } = parseProps(unescapeHtml(json));
		const rendering = renderIsland({ name, props, sources });
		// The author gets a problem when the page is parsed.
		if (rendering.kind !== "rendered") return "";
		length += rendering.html.length;
		return filledPlace(name, rendering, { basePath: sources.basePath, refresh });
	});
	if (leftOut.length > 0) onLeftOut(leftOut);
	return filled;
}

/** Whether a page still has placeholders, which are for islands of the site folder's code. */
export function hasIslands(html: string): boolean {
	return html.search(PLACEHOLDER) !== -1;
}

/** Fills the placeholders that {@link fillIslands} skips. */
export async function fillPlaces(
	html: string,
	render: (name: string, props: Readonly<Record<string, unknown>>) => Promise<IslandRendering>,
	basePath: string,
): Promise<string> {
	const places = await Promise.all(
		Array.from(html.matchAll(PLACEHOLDER), async ([, name = "", json = ""]) => {
			const { refresh, ...props } = parseProps(unescapeHtml(json));
			const rendering = await render(name, props);
			return rendering.kind === "rendered"
				? filledPlace(name, rendering, { basePath, refresh })
				: "";
		}),
	);
	return html.replace(PLACEHOLDER, () => places.shift() ?? "");
}

function filledPlace(
	name: string,
	{ html, props }: Extract<IslandRendering, { readonly kind: "rendered" }>,
	{ basePath, refresh }: { readonly basePath: string; readonly refresh: unknown },
): string {
	const url = escapeAttribute(islandUrl(basePath, name, props));
	return `<div data-island="${name}" data-src="${url}"${refreshAttribute(refresh)}>${html}</div>`;
}

/** Returns the URL at which the same island can be requested again. */
export function islandUrl(basePath: string, name: string, props: IslandProps): string {
	const query = new URLSearchParams(
		Object.entries(props).map(([prop, value]) => [prop, String(value)]),
	).toString();
	const url = `${basePath}${ISLAND_ENDPOINT}${islandId(name, props)}.json`;
	return query === "" ? url : `${url}?${query}`;
}

/** Returns an id of an island and its props. */
export function islandId(name: string, props: IslandProps): string {
	const ordered = Object.entries(props).toSorted(([one], [other]) => (one < other ? -1 : 1));
	const hash = createHash("sha256").update(JSON.stringify(ordered)).digest("hex").slice(0, 10);
	return `${name}_${hash}`;
}

/** Placeholder that the Markdown parser writes. */
const PLACEHOLDER = /<div data-island="([\w-]+)" data-props="([^"]*)"><\/div>/g;

/** Each refresh is a request, so authors cannot set a shorter interval. */
const MIN_REFRESH_SECONDS = 5;

function refreshAttribute(seconds: unknown): string {
	const every = Number(seconds);
	return every >= MIN_REFRESH_SECONDS ? ` data-refresh="${Math.round(every)}"` : "";
}

/** Authors who may write HTML can write this element with any attribute. */
function parseProps(json: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === "object" && value !== null ? { ...value } : {};
	} catch {
		// An author wrote the element: it renders like an island without props.
		return {};
	}
}
