import type { ReactElement } from "react";
import { prerender } from "react-dom/static";
import type { DocumentSource, Rendering } from "../shared/page/document-source.ts";
import type { IslandCall } from "../shared/page/islands.ts";
import type { PageData, PagePayload } from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { NO_ICONS } from "./components/icon.tsx";
import type { Island } from "./islands/island.ts";
import { renderIsland } from "./islands/render-island.tsx";
import { loadPageParts, PAGE_TABLE, type PageParts } from "./pages/page-table.ts";
import { pageAlone, prepareDocument, shownPayload } from "./prepare-document.tsx";
import { decodeRouteData, type RouteData } from "./route-data.ts";
import { createStaticApp } from "./static-app.tsx";

const WHOLE = createStaticApp(PAGE_TABLE);

/** Entry to the app for the thread that runs the code of a site folder. */
export function createCodeRenderer(islands: readonly Island[]) {
	return {
		/** @throws Any error of the page itself. */
		async renderDocument(source: DocumentSource, query: string): Promise<Rendering> {
			const { page } = { page: undefined, ...shownPayload(source.state.payload) };
			const parts = page && (await loadPageParts(page));
			const loaded = await loadedData(page);
			const prepared = prepareDocument(source, { icons: NO_ICONS, parts, loaded });
			const { html, errors } = await render(prepared.app(WHOLE)(query)).catch((error: unknown) => {
				if (page === undefined || parts?.ErrorBoundary === undefined) throw error;
				return renderFailure(source, { page, parts, error, query });
			});
			return { html: prepared.document(query, html), errors };
		},
		/** Renders a page without its layout. */
		async renderPage(config: PublicConfig, payload: PagePayload): Promise<Rendering> {
			const parts = await loadPageParts(payload.page);
			const loaded = await loadedData(payload.page);
			return render(pageAlone({ config, payload, parts, loaded, icons: NO_ICONS }));
		},
		// This thread has no icons: their elements stay empty.
		renderIsland: (request: IslandCall) => renderIsland(islands, NO_ICONS, request),
	};
}

async function loadedData(
	page: Pick<PageData, "routeData"> | undefined,
): Promise<RouteData | undefined> {
	return page?.routeData === undefined ? undefined : decodeRouteData(page.routeData);
}

/** Error boundaries do not catch on the server, so the page is rendered again with its error. */
async function renderFailure(source: DocumentSource, failed: FailedPage): Promise<Rendering> {
	const { page, parts, error, query } = failed;
	const loaded = { loaderData: {}, ...(await loadedData(page)), errors: { [page.id]: error } };
	const prepared = prepareDocument(source, { icons: NO_ICONS, parts, loaded });
	const { html } = await render(prepared.app(WHOLE)(query));
	return { html, errors: [stackOf(error)] };
}

interface FailedPage {
	readonly page: PageData;
	readonly parts: PageParts;
	readonly error: unknown;
	readonly query: string;
}

function stackOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Waits for everything that suspends, so that the HTML is complete and needs no script. */
async function render(app: ReactElement): Promise<Rendering> {
	const errors: string[] = [];
	const { prelude } = await prerender(app, {
		progressiveChunkSize: Number.POSITIVE_INFINITY,
		onError(error, { componentStack }) {
			errors.push(`${stackOf(error)}${componentStack ?? ""}`);
		},
	});
	return { html: await new Response(prelude).text(), errors };
}
