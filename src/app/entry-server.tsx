import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { IslandRendering } from "../shared/page/islands.ts";
import type { MiddlewareRegistry } from "../shared/page/middleware.ts";
import type { PagePayload } from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import type { IconSource } from "./components/icon-context.ts";
import { checkIsland } from "./islands/check-island.ts";
import { ISLAND_TABLE } from "./islands/island-table.ts";
import { type IslandRequest, renderIsland } from "./islands/render-island.tsx";
import { MIDDLEWARE } from "./middleware/registry.ts";
import type { PageEntry, PageModule } from "./page-module.ts";
import { codePages, PAGE_TABLE } from "./pages/page-table.ts";
import {
	CONTENT,
	type DocumentSource,
	pageAlone,
	prepareDocument,
	shownPayload,
} from "./prepare-document.tsx";
import { createStaticApp } from "./static-app.tsx";

export interface RendererOptions {
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon: (name: string) => string | undefined;
}

export interface Renderer {
	/**
	 * Does what is the same for every visitor of a page or an error.
	 *
	 * @returns Renders the whole HTML document. `query` is that of the request with its question
	 * mark, or empty.
	 */
	readonly prepareDocument: (source: DocumentSource) => (query: string) => string;
	/** @returns The HTML of a page without its frame; `undefined` for a page of another build. */
	readonly renderPage: (config: PublicConfig, payload: PagePayload) => string | undefined;
	/** @returns What is wrong with an island as its author wrote it, or `undefined`. */
	readonly checkIsland: (
		name: string,
		props: Readonly<Record<string, string>>,
	) => string | undefined;
	/** @returns An island, or why it cannot be rendered. */
	readonly renderIsland: (request: IslandRequest) => IslandRendering;
	/** Every middleware that a page can name. */
	readonly middleware: MiddlewareRegistry;
	/** The pages that a developer wrote in React. */
	readonly pages: readonly PageEntry[];
}

/** The server has every page at hand: there it costs nothing, and rendering must not wait. */
const PAGE_MODULES: ReadonlyMap<string, PageModule> = new Map(
	await Promise.all(PAGE_TABLE.map(async ({ id, load }) => [id, await load()] as const)),
);

/** The layout knows no query, so that its HTML is the same for every visitor of a page. */
const FRAME = createStaticApp(PAGE_TABLE, { Content: () => <slot /> });
const GAP = renderToString(<slot />);

/** React writes them before everything else, and hydration skips them at the root alone. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)*/;

/** The door through which the server reaches the app. */
export function createRenderer({ resolveIcon }: RendererOptions): Renderer {
	const icons = iconsAtHand(resolveIcon);
	return {
		middleware: MIDDLEWARE,
		pages: codePages(PAGE_TABLE),
		checkIsland: (name, props) => checkIsland(ISLAND_TABLE, name, props),
		renderIsland: (request) => renderIsland(ISLAND_TABLE, icons, request),
		renderPage(config, payload) {
			const parts = PAGE_MODULES.get(payload.page.id);
			return parts && renderToStaticMarkup(pageAlone({ config, payload, parts, icons }));
		},
		prepareDocument(source) {
			const payload = shownPayload(source.state.payload);
			const parts = payload.kind === "page" ? PAGE_MODULES.get(payload.page.id) : undefined;
			const prepared = prepareDocument(source, { icons, parts });
			const frame = renderToString(prepared.app(FRAME)(""));
			const position = frame.indexOf(GAP);
			const [before, after] = [frame.slice(0, position), frame.slice(position + GAP.length)];
			const content = prepared.app(CONTENT);
			return (query) => {
				const html = renderToString(content(query));
				const [links = ""] = PRELOADS.exec(html) ?? [];
				return prepared.document(query, links + before + html.slice(links.length) + after);
			};
		},
	};
}

/** The server has every icon at once, so there is nothing to request or to subscribe to. */
function iconsAtHand(markup: IconSource["markup"]): IconSource {
	return { markup, request: () => undefined, subscribe: () => () => undefined };
}
