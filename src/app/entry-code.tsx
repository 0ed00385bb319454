import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { prerender } from "react-dom/static";
import type { DocumentSource, Rendering, StreamPiece } from "../shared/page/document-source.ts";
import type { IslandCall } from "../shared/page/islands.ts";
import type { PageData, PagePayload } from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { NO_ICONS } from "./components/icon.tsx";
import { DOCUMENT_END } from "./document.ts";
import type { Island } from "./islands/island.ts";
import { renderIsland } from "./islands/render-island.tsx";
import type { PageParts } from "./page-module.ts";
import { loadPageParts, PAGE_TABLE } from "./pages/page-table.ts";
import { pageAlone, prepareDocument, shownPayload } from "./prepare-document.tsx";
import {
	decodeRouteData,
	type EncodedData,
	type RouteData,
	stackOf,
	wholeText,
} from "./route-data.ts";
import { nearestBoundary } from "./router.tsx";
import { createStaticApp } from "./static-app.tsx";

const WHOLE = createStaticApp(PAGE_TABLE);

/** Data of a page that this thread has loaded. */
export interface HeldData {
	readonly loaded: RouteData;
	readonly encoded: EncodedData;
}

export interface CodeDocument {
	readonly source: DocumentSource;
	readonly query: string;
	/** Absent: the source contains the data, or the page has none. */
	readonly held?: HeldData | undefined;
	/** Permits inline scripts; absent: the document waits for all promises. */
	readonly nonce?: string | undefined;
}

/** A document, or its start. */
export interface CodeRendering extends Rendering {
	/** HTML that follows; absent: the document is complete. */
	readonly rest?: ReadableStream<StreamPiece>;
}

export interface StreamedApp {
	/** HTML of everything that needs no promise. */
	readonly shell: string;
	/** HTML after the document's own elements. */
	readonly afterShell: string;
	/** HTML of the other parts, and scripts with their data, in the order in which they settle. */
	readonly rest: ReadableStream<StreamPiece>;
}

export interface StreamAppOptions {
	/** Lines of the encoded data that follow the start. */
	readonly lines: ReadableStream<StreamPiece>;
	/** Permits the inline scripts of this document alone. */
	readonly nonce: string;
}

/** Renders an app whose data contains promises. It needs streams of Node, so the server provides it. */
type StreamApp = (app: ReactElement, options: StreamAppOptions) => Promise<StreamedApp>;

/** Entry to the app for the thread that runs the code of a site folder. */
export function createCodeRenderer(islands: readonly Island[], streamApp: StreamApp) {
	return {
		/** @throws Any error of the page itself. */
		renderDocument: async (document: CodeDocument): Promise<CodeRendering> =>
			(await streamDocument(document, streamApp)) ?? renderWhole(document),
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

/** @returns `undefined` for a document that must be whole, and for one whose shell fails. */
async function streamDocument(
	{ source: given, query, held, nonce }: CodeDocument,
	streamApp: StreamApp,
): Promise<CodeRendering | undefined> {
	const lines = held?.encoded.rest;
	if (held === undefined || lines === undefined || nonce === undefined) return undefined;
	const source = withData(given, { routeData: held.encoded.text, isStreamed: true });
	const { prepared } = await prepare(source, held.loaded);
	let streamed: StreamedApp;
	try {
		streamed = await streamApp(prepared.app(WHOLE)(query), { lines, nonce });
	} catch {
		// The whole document has the same error, and shows it.
		return undefined;
	}
	const html = prepared.document(query, streamed.shell).slice(0, -DOCUMENT_END.length);
	const end = new TransformStream<StreamPiece, StreamPiece>({
		flush: (controller) => controller.enqueue({ text: DOCUMENT_END }),
	});
	return { html: html + streamed.afterShell, rest: streamed.rest.pipeThrough(end), errors: [] };
}

async function renderWhole({ source: given, query, held }: CodeDocument): Promise<Rendering> {
	const errors: string[] = [];
	const source =
		held === undefined
			? given
			: withData(given, { routeData: await wholeText(held.encoded, errors) });
	const { page, parts, loaded, prepared } = await prepare(source, held?.loaded);
	const rendering = await render(prepared.app(WHOLE)(query)).catch((error: unknown) => {
		const nearest = page && parts && nearestBoundary({ ...parts, page }, page.id);
		if (page === undefined || parts === undefined || nearest === undefined) throw error;
		return renderFailure(source, { routeId: nearest.id, parts, error, query, loaded });
	});
	return {
		...rendering,
		html: prepared.document(query, rendering.html),
		errors: [...new Set([...errors, ...rendering.errors])],
	};
}

async function prepare(source: DocumentSource, known: RouteData | undefined) {
	const { page } = { page: undefined, ...shownPayload(source.state.payload) };
	const parts = page && (await loadPageParts(page));
	const loaded = known ?? (await loadedData(page));
	return {
		page,
		parts,
		loaded,
		prepared: prepareDocument(source, { icons: NO_ICONS, parts, loaded }),
	};
}

interface StateData {
	readonly routeData: string;
	readonly isStreamed?: true;
}

/** Puts the encoded data into the state of the document. */
function withData(source: DocumentSource, { routeData, ...streamed }: StateData): DocumentSource {
	const { state } = source;
	const payload = shownPayload(state.payload);
	if (payload.kind !== "page") return source;
	const page = { ...payload.page, routeData };
	return { ...source, state: { ...state, payload: { ...payload, page, ...streamed } } };
}

async function loadedData(
	page: Pick<PageData, "routeData"> | undefined,
): Promise<RouteData | undefined> {
	return page?.routeData === undefined ? undefined : decodeRouteData(page.routeData);
}

/** Error boundaries do not catch on the server, so the page is rendered again with its error. */
async function renderFailure(source: DocumentSource, failed: FailedPage): Promise<Rendering> {
	const { routeId, parts, error, query } = failed;
	// Its message may contain a secret; the log has it.
	const shown = error instanceof Error ? new Error("Internal Server Error") : error;
	const loaded = { loaderData: {}, ...failed.loaded, errors: { [routeId]: shown } };
	const prepared = prepareDocument(source, { icons: NO_ICONS, parts, loaded });
	const { html } = await render(prepared.app(WHOLE)(query));
	return { html, status: 500, errors: [stackOf(error)] };
}

interface FailedPage {
	readonly routeId: string;
	readonly parts: PageParts;
	readonly error: unknown;
	readonly query: string;
	readonly loaded: RouteData | undefined;
}

/** Renders HTML that is complete and needs no script. */
async function render(app: ReactElement): Promise<Rendering> {
	const html = renderAtOnce(app);
	return html === undefined ? renderPatiently(app) : { html, errors: [] };
}

/** A comment of React at a boundary that the browser must render. */
const INCOMPLETE = "<!--$!-->";

/** @returns `undefined` for an app that suspends or fails. */
function renderAtOnce(app: ReactElement): string | undefined {
	try {
		const html = renderToString(app);
		return html.includes(INCOMPLETE) ? undefined : html;
	} catch {
		// The error returns when the app is rendered again.
		return undefined;
	}
}

/** Waits for everything that suspends. It takes twice the time of `renderToString()`. */
async function renderPatiently(app: ReactElement): Promise<Rendering> {
	const errors: string[] = [];
	const { prelude } = await prerender(app, {
		progressiveChunkSize: Number.POSITIVE_INFINITY,
		onError(error, { componentStack }) {
			errors.push(`${stackOf(error)}${componentStack ?? ""}`);
		},
	});
	return { html: await new Response(prelude).text(), errors };
}
