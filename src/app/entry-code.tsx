import type { ReactElement } from "react";
import { prerender } from "react-dom/static";
import type { DocumentSource, Rendering } from "../shared/page/document-source.ts";
import type { IslandCall } from "../shared/page/islands.ts";
import type { PagePayload } from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { NO_ICONS } from "./components/icon.tsx";
import type { Island } from "./islands/island.ts";
import { renderIsland } from "./islands/render-island.tsx";
import { loadPageParts, PAGE_TABLE } from "./pages/page-table.ts";
import { pageAlone, prepareDocument, shownPayload } from "./prepare-document.tsx";
import { createStaticApp } from "./static-app.tsx";

const WHOLE = createStaticApp(PAGE_TABLE);

/** Entry to the app for the thread that runs the code of a site folder. */
export function createCodeRenderer(islands: readonly Island[]) {
	return {
		/** @throws Any error of the page itself. */
		async renderDocument(source: DocumentSource, query: string): Promise<Rendering> {
			const { page } = { page: undefined, ...shownPayload(source.state.payload) };
			const parts = page && (await loadPageParts(page));
			const prepared = prepareDocument(source, { icons: NO_ICONS, parts });
			const { html, errors } = await render(prepared.app(WHOLE)(query));
			return { html: prepared.document(query, html), errors };
		},
		/** Renders a page without its layout. */
		async renderPage(config: PublicConfig, payload: PagePayload): Promise<Rendering> {
			const parts = await loadPageParts(payload.page);
			return render(pageAlone({ config, payload, parts, icons: NO_ICONS }));
		},
		// This thread has no icons: their elements stay empty.
		renderIsland: (request: IslandCall) => renderIsland(islands, NO_ICONS, request),
	};
}

/** Waits for everything that suspends, so that the HTML is complete and needs no script. */
async function render(app: ReactElement): Promise<Rendering> {
	const errors: string[] = [];
	const { prelude } = await prerender(app, {
		progressiveChunkSize: Number.POSITIVE_INFINITY,
		onError(error, { componentStack }) {
			const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
			errors.push(`${stack}${componentStack ?? ""}`);
		},
	});
	return { html: await new Response(prelude).text(), errors };
}
