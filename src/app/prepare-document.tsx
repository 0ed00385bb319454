import type { ReactElement } from "react";
import { Outlet } from "react-router";
import { sheetsOf } from "../shared/builds/build-manifest.ts";
import type { DocumentSource } from "../shared/page/document-source.ts";
import {
	type ErrorPayload,
	type PagePayload,
	type Payload,
	payloadHead,
} from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { PLAIN_LOOK } from "../shared/page/site-look.ts";
import { IconContext, type IconSource } from "./components/icon.tsx";
import { documentFrame, frameSheets } from "./document.ts";
import type { PageParts } from "./page-module.ts";
import { PAGE_TABLE, pageParams } from "./pages/page-table.ts";
import type { RouteData } from "./route-data.ts";
import { createStaticApp, type PrepareStaticApp } from "./static-app.tsx";
import type { View } from "./view.ts";

export interface DocumentOptions {
	readonly icons: IconSource;
	/** Modules of the page; `undefined` for an error. */
	readonly parts: PageParts | undefined;
	/** Decoded data of the page. */
	readonly loaded?: RouteData | undefined;
}

/** The page or the error, without the layout. */
export const CONTENT = createStaticApp(PAGE_TABLE, { Layout: Outlet });

/** Prepares the parts of a document that are the same for every visitor, before React renders. */
export function prepareDocument(
	{ state, html, machineHead, assets, sheets, look = PLAIN_LOOK }: DocumentSource,
	{ icons, parts, loaded }: DocumentOptions,
) {
	const { config } = state;
	const payload = withBody(shownPayload(state.payload), html);
	const compose = documentFrame({
		state,
		look,
		machineHead,
		assets,
		sheets: sheetsOf({ sheets }, frameSheets(config, payload.navigation)),
	});
	const viewOf = viewByQuery(payload, parts, loaded);
	const path = payload.kind === "page" ? payload.page.path : "/";
	return {
		app(prepareApp: PrepareStaticApp): (query: string) => ReactElement {
			const appWith = prepareApp(config, path);
			return (query) => <IconContext value={icons}>{appWith(viewOf(query))}</IconContext>;
		},
		document: (query: string, app: string) => compose(payloadHead(config, payload, query), app),
	};
}

export interface PageAloneOptions {
	readonly config: PublicConfig;
	readonly payload: PagePayload;
	readonly parts: PageParts;
	readonly loaded: RouteData | undefined;
	readonly icons: IconSource;
}

/** Renders a page without its frame, as text for machines. */
export function pageAlone(options: PageAloneOptions): ReactElement {
	const { config, payload, parts, loaded, icons } = options;
	const view = viewByQuery(payload, parts, loaded)("");
	return <IconContext value={icons}>{CONTENT(config, payload.page.path)(view)}</IconContext>;
}

/** @throws {TypeError} When the payload is neither a page nor an error. */
export function shownPayload(payload: Payload): PagePayload | ErrorPayload {
	if (payload.kind === "page" || payload.kind === "error") return payload;
	throw new TypeError(`Only a page or an error has a document: the payload is "${payload.kind}"`);
}

function withBody(payload: PagePayload | ErrorPayload, html: string | undefined) {
	if (payload.kind === "error") return html ? { ...payload, html } : payload;
	if (html === undefined) return payload;
	return { ...payload, page: { ...payload.page, html } };
}

/** @throws {RangeError} When the parts of the page are missing. */
function viewByQuery(
	payload: PagePayload | ErrorPayload,
	parts: PageParts | undefined,
	loaded: RouteData | undefined,
): (query: string) => View {
	if (payload.kind === "error") return () => payload;
	if (parts === undefined) throw new RangeError(`The page table has no page "${payload.page.id}"`);
	const view = { ...payload, ...parts, loaded, params: pageParams(payload.page) };
	return (query) => ({ ...view, query });
}
