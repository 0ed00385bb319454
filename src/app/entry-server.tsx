import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { DocumentSource } from "../shared/page/document-source.ts";
import type { IslandCall } from "../shared/page/islands.ts";
import type { PagePayload } from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { NO_ICONS } from "./components/icon.tsx";
import { ISLAND_TABLE } from "./islands/island-table.tsx";
import { renderIsland } from "./islands/render-island.tsx";
import { MIDDLEWARE } from "./middleware/registry.ts";
import type { PageModule } from "./page-module.ts";
import { PAGE_TABLE } from "./pages/page-table.ts";
import { CONTENT, pageAlone, prepareDocument, shownPayload } from "./prepare-document.tsx";
import { createStaticApp } from "./static-app.tsx";

export interface RendererOptions {
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon: (name: string) => string | undefined;
}

/** All page modules, loaded in advance: this is cheap on the server, and rendering must not wait. */
const PAGE_MODULES: ReadonlyMap<string, PageModule> = new Map(
	await Promise.all(PAGE_TABLE.map(async ({ id, load }) => [id, await load()] as const)),
);

/** The layout does not use the query, so its HTML is the same for every visitor of a page. */
const FRAME = createStaticApp(PAGE_TABLE, { Content: () => <slot /> });
const GAP = renderToString(<slot />);

/** React writes preloads before everything else, and hydration skips them only at the root. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)*/;

/** Entry to the app for the server. */
export function createRenderer({ resolveIcon }: RendererOptions) {
	const icons = { ...NO_ICONS, markup: resolveIcon };
	return {
		middleware: MIDDLEWARE,
		renderIsland: (request: IslandCall) => renderIsland(ISLAND_TABLE, icons, request),
		renderPage(config: PublicConfig, payload: PagePayload) {
			const parts = PAGE_MODULES.get(payload.page.id);
			return (
				parts &&
				renderToStaticMarkup(pageAlone({ config, payload, parts, loaded: undefined, icons }))
			);
		},
		prepareDocument(source: DocumentSource) {
			const payload = shownPayload(source.state.payload);
			const parts = payload.kind === "page" ? PAGE_MODULES.get(payload.page.id) : undefined;
			const prepared = prepareDocument(source, { icons, parts });
			const frame = renderToString(prepared.app(FRAME)(""));
			const position = frame.indexOf(GAP);
			const [before, after] = [frame.slice(0, position), frame.slice(position + GAP.length)];
			const content = prepared.app(CONTENT);
			return (query: string) => {
				const html = renderToString(content(query));
				const [links = ""] = PRELOADS.exec(html) ?? [];
				return prepared.document(query, links + before + html.slice(links.length) + after);
			};
		},
	};
}
