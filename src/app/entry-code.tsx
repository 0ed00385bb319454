import type { ReactElement } from "react";
import { prerender } from "react-dom/static";
import type { IslandRendering } from "../shared/page/islands.ts";
import type { PagePayload } from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import type { IconSource } from "./components/icon-context.ts";
import type { Island } from "./islands/island.ts";
import { type IslandRequest, renderIsland } from "./islands/render-island.tsx";
import { loadPageParts } from "./pages/page-parts.ts";
import { PAGE_TABLE } from "./pages/page-table.ts";
import {
	type DocumentSource,
	pageAlone,
	prepareDocument,
	shownPayload,
} from "./prepare-document.tsx";
import { createStaticApp } from "./static-app.tsx";

export interface Rendering {
	readonly html: string;
	/** Errors of components, each with its stack: the rest of the page is there. */
	readonly errors: readonly string[];
}

/** The door to the app for the thread that runs the code of a site folder. */
export interface CodeRenderer {
	/** @throws What the page itself throws. */
	readonly renderDocument: (source: DocumentSource, query: string) => Promise<Rendering>;
	/** Renders a page without its layout. */
	readonly renderPage: (config: PublicConfig, payload: PagePayload) => Promise<Rendering>;
	readonly renderIsland: (request: IslandRequest) => IslandRendering;
}

const WHOLE = createStaticApp(PAGE_TABLE);

/** The process puts the drawings in. */
const EMPTY_ICONS: IconSource = {
	markup: () => undefined,
	request: () => undefined,
	subscribe: () => () => undefined,
};

export function createCodeRenderer(islands: readonly Island[]): CodeRenderer {
	return {
		async renderDocument(source, query) {
			const { page } = { page: undefined, ...shownPayload(source.state.payload) };
			const parts = page && (await loadPageParts(page));
			const prepared = prepareDocument(source, { icons: EMPTY_ICONS, parts });
			const { html, errors } = await render(prepared.app(WHOLE)(query));
			return { html: prepared.document(query, html), errors };
		},
		async renderPage(config, payload) {
			const parts = await loadPageParts(payload.page);
			return render(pageAlone({ config, payload, parts, icons: EMPTY_ICONS }));
		},
		renderIsland: (request) => renderIsland(islands, EMPTY_ICONS, request),
	};
}

/** Waits for everything that suspends, so that the HTML is whole and needs no script. */
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
