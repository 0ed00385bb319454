import { renderToString } from "react-dom/server";
import {
	assetsForPage,
	type BuildManifest,
	type PageAssets,
	sheetsOf,
} from "../shared/builds/build-manifest.ts";
import type { IslandRendering } from "../shared/page/islands.ts";
import type { MiddlewareRegistry } from "../shared/page/middleware.ts";
import {
	type ErrorPayload,
	type PagePayload,
	type Payload,
	payloadHead,
} from "../shared/page/payload.ts";
import type { AppState } from "../shared/page/public-config.ts";
import { PLAIN_LOOK, type SiteLook } from "../shared/page/site-look.ts";
import { IconContext, type IconSource } from "./components/icon-context.ts";
import { composeDocument, documentFrame } from "./document.ts";
import { frameSheets } from "./frame-sheets.ts";
import { checkIsland } from "./islands/check-island.ts";
import { ISLAND_TABLE } from "./islands/island-table.ts";
import { type IslandRequest, renderIsland } from "./islands/render-island.tsx";
import { MIDDLEWARE } from "./middleware/registry.ts";
import type { PageModule } from "./page-module.ts";
import { codePages, PAGE_TABLE, type PageEntry, pageParams } from "./pages/page-table.ts";
import { createStaticApp } from "./static-app.tsx";
import type { View } from "./view.ts";

export interface RendererOptions {
	readonly manifest: BuildManifest;
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon: (name: string) => string | undefined;
}

export interface DocumentSource {
	readonly state: AppState;
	/** Body of the page; `undefined` for errors and for pages that are code. */
	readonly html: string | undefined;
	/** More lines of the head, as HTML; the app does not change them. */
	readonly machineHead: string;
	/** What the operator puts into every head; absent: nothing. */
	readonly look?: SiteLook;
}

export interface Renderer {
	/**
	 * Does what is the same for every visitor of a page or an error.
	 *
	 * @returns Renders the whole HTML document. `query` is that of the request with its question
	 * mark, or empty.
	 */
	readonly prepareDocument: (source: DocumentSource) => (query: string) => string;
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

const prepareStaticApp = createStaticApp(PAGE_TABLE);

/** The door through which the server reaches the app. */
export function createRenderer({ manifest, resolveIcon }: RendererOptions): Renderer {
	const icons = iconsAtHand(resolveIcon);
	return {
		middleware: MIDDLEWARE,
		pages: codePages(PAGE_TABLE),
		checkIsland: (name, props) => checkIsland(ISLAND_TABLE, name, props),
		renderIsland: (request) => renderIsland(ISLAND_TABLE, icons, request),
		prepareDocument({ state, html, machineHead, look = PLAIN_LOOK }) {
			const { config } = state;
			const payload = withBody(shownPayload(state.payload), html);
			const frame = documentFrame(state, {
				look,
				machineHead,
				assets: assetsOf(manifest, payload),
				sheets: sheetsOf(manifest, frameSheets(config, payload.navigation)),
			});
			const viewOf = viewByQuery(payload);
			const appWith = prepareStaticApp(config, payload.kind === "page" ? payload.page.path : "/");
			return (query) =>
				composeDocument(frame, {
					head: payloadHead(config, payload, query),
					app: renderToString(<IconContext value={icons}>{appWith(viewOf(query))}</IconContext>),
				});
		},
	};
}

/** The server has every icon at once, so there is nothing to request or to subscribe to. */
function iconsAtHand(markup: IconSource["markup"]): IconSource {
	return { markup, request: () => undefined, subscribe: () => () => undefined };
}

/** @throws {TypeError} When the payload is not one that is shown. */
function shownPayload(payload: Payload): PagePayload | ErrorPayload {
	if (payload.kind === "page" || payload.kind === "error") return payload;
	throw new TypeError(`Only a page or an error has a document: the payload is "${payload.kind}"`);
}

function withBody(payload: PagePayload | ErrorPayload, html: string | undefined) {
	if (payload.kind === "error") return html ? { ...payload, html } : payload;
	if (html === undefined) return payload;
	return { ...payload, page: { ...payload.page, html } };
}

function assetsOf(manifest: BuildManifest, payload: PagePayload | ErrorPayload): PageAssets {
	if (payload.kind === "error") return manifest.entry;
	const { scripts, styles } = assetsForPage(manifest, payload.page.id);
	return { scripts, styles: [...styles, ...(payload.page.styles ?? [])] };
}

/** @throws {RangeError} When the page table has no such page. */
function viewByQuery(payload: PagePayload | ErrorPayload): (query: string) => View {
	if (payload.kind === "error") return () => payload;
	const module = PAGE_MODULES.get(payload.page.id);
	if (module === undefined) throw new RangeError(`The page table has no page "${payload.page.id}"`);
	const view = { ...payload, Page: module.Page, params: pageParams(payload.page) };
	return (query) => ({ ...view, query });
}
