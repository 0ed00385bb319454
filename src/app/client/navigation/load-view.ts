import { redirect } from "react-router";
import { pageNotFound } from "../../../shared/page/errors.ts";
import type { FlagCondition } from "../../../shared/page/flag-condition.ts";
import { type MiddlewareOutcome, runMiddleware } from "../../../shared/page/middleware.ts";
import type { PagePayload, Payload } from "../../../shared/page/payload.ts";
import { previewToken } from "../../../shared/page/preview.ts";
import type { RouteLocation } from "../../../shared/routing/route-matcher.ts";
import { belowBasePath, readPath, urlPath } from "../../../shared/routing/routes.ts";
import { MIDDLEWARE } from "../../middleware/registry.ts";
import type { PageModule } from "../../page-module.ts";
import { pageParams } from "../../page-params.ts";
import type { View } from "../../view.ts";
import type { LoadPage } from "./load-page.ts";
import type { PayloadRequest } from "./load-payload.ts";

export interface ViewSources {
	readonly basePath: string;
	/** @returns `undefined` when there is no usable answer. */
	readonly loadPayload: (request: PayloadRequest) => Promise<Payload | undefined>;
	readonly loadPage: LoadPage;
	/** Whether a page for visitors with a flag is for this one. */
	readonly isFor: (condition: FlagCondition, request: Request) => Promise<boolean>;
	/** Of the location that is being navigated to: a request does not carry it. */
	readonly pendingHash: () => string;
	/** Where the operator's rules send this location; `undefined` also while they are not known. */
	readonly redirectFor: (location: RouteLocation) => string | undefined;
	/** The ways out, when the app cannot show the destination itself. */
	readonly exits: Exits;
}

/** What becomes of a navigation that the app cannot bring to its end. */
export interface Exits {
	/** Whether the server runs another build, so that the destination must be loaded in full. */
	readonly isStale: () => boolean;
	readonly isReachable: () => Promise<boolean>;
	/** @returns Whether this URL path may be loaded in full to mend something; once in a while. */
	readonly claimReload: (urlPath: string) => boolean;
	/** Leaves the app for a document; the promise stays open. */
	readonly loadDocument: (url: string) => Promise<never>;
	/** Keeps the visitor where they are and says why; the promise stays open. */
	readonly stay: (sentence: string) => Promise<never>;
}

const OFFLINE = "You seem to be offline: this page stays until the connection is back";
const INCOMPLETE = "A part of that page is missing on the server: try again in a moment";

/**
 * The loader of the layout: from a URL to what it shows.
 *
 * Whatever the app cannot show itself is left to the browser, which loads the destination
 * as a document: the visitor always ends up where the link led. The one exception is a
 * server that cannot be reached: then a page that can be read is better than an error.
 *
 * @throws {Response} A redirect, for the router to follow.
 */
export async function loadView(sources: ViewSources, request: Request): Promise<View> {
	const { pathname, search } = new URL(request.url);
	const rawPath = belowBasePath(sources.basePath, pathname) ?? "";
	const moved = sources.redirectFor({ rawPath, query: search, hash: sources.pendingHash() });
	if (moved !== undefined) throw redirectTo(sources, request, moved);
	const reading = readPath(rawPath);
	if (reading.kind === "misspelled") {
		throw redirectTo(sources, request, urlPath(sources.basePath, reading.path) + search);
	}
	if (reading.kind !== "path") return leave(sources, request);
	if (sources.exits.isStale()) await mendByLeaving(sources, request);

	const wanted = { path: reading.path, query: search, signal: request.signal };
	const payload = await sources.loadPayload(wanted);
	if (payload === undefined) return leave(sources, request);
	// Looked at before the payload is: what another build says must not even flash.
	if (sources.exits.isStale()) await leaveOnce(sources, request);
	switch (payload.kind) {
		case "page":
			return loadGuardedPage(sources, request, payload);
		case "error":
			return payload;
		case "redirect":
			throw redirectTo(sources, request, payload.to);
		case "document":
			return leaveAtOnce(sources, request);
	}
}

async function loadGuardedPage(
	sources: ViewSources,
	request: Request,
	payload: PagePayload,
): Promise<View> {
	const { search } = new URL(request.url);
	const outcome = judge(payload, search);
	if (outcome.kind === "redirect") throw redirectTo(sources, request, outcome.to);
	if (outcome.kind === "abort") {
		return { kind: "error", error: outcome.error, navigation: payload.navigation };
	}
	const { flag, path, id } = payload.page;
	if (flag !== undefined && !(await sources.isFor(flag, request))) {
		return { kind: "error", error: pageNotFound(path), navigation: payload.navigation };
	}
	const { Page } = await loadPageOrLeave(sources, request, id);
	return { ...payload, Page, params: pageParams(payload.page), query: search };
}

/** The server has checked the signature of a preview before it gave out the payload. */
function judge({ page }: PagePayload, query: string): MiddlewareOutcome {
	const isPreviewed = previewToken(query) !== undefined;
	return runMiddleware(MIDDLEWARE, page.middleware, { path: page.path, query, isPreviewed });
}

async function loadPageOrLeave(
	sources: ViewSources,
	request: Request,
	id: string,
): Promise<PageModule> {
	try {
		return await sources.loadPage(id);
	} catch {
		// A lost chunk: a document of the live build names chunks that are there.
		await mendByLeaving(sources, request);
		request.signal.throwIfAborted();
		return sources.exits.stay(INCOMPLETE);
	}
}

/** Loads the destination in full, if there is a server and it was not tried a moment ago. */
async function mendByLeaving(sources: ViewSources, request: Request): Promise<void> {
	if (!(await sources.exits.isReachable())) return stayOffline(sources, request);
	return leaveOnce(sources, request);
}

async function leaveOnce(sources: ViewSources, request: Request): Promise<void> {
	request.signal.throwIfAborted();
	if (sources.exits.claimReload(new URL(request.url).pathname)) await leaveAtOnce(sources, request);
}

async function leave(sources: ViewSources, request: Request): Promise<never> {
	if (!(await sources.exits.isReachable())) return stayOffline(sources, request);
	return leaveAtOnce(sources, request);
}

function leaveAtOnce({ exits, pendingHash }: ViewSources, request: Request): Promise<never> {
	// Another click may have taken over meanwhile: its destination counts.
	request.signal.throwIfAborted();
	return exits.loadDocument(request.url + pendingHash());
}

function stayOffline({ exits }: ViewSources, request: Request): Promise<never> {
	request.signal.throwIfAborted();
	return exits.stay(OFFLINE);
}

/** The router follows it inside the app, and leaves the app for a URL outside. */
function redirectTo({ pendingHash }: ViewSources, { url }: Request, to: string): Response {
	const target = new URL(to, url);
	// As browsers do: a target without a fragment of its own inherits ours.
	if (target.hash === "") target.hash = pendingHash();
	return redirect(target.href);
}
