import { pageNotFound } from "../../../shared/page/errors.ts";
import type { FlagCondition } from "../../../shared/page/flag-condition.ts";
import {
	type MiddlewareOutcome,
	previewToken,
	runMiddleware,
} from "../../../shared/page/middleware.ts";
import type { PagePayload, Payload } from "../../../shared/page/payload.ts";
import type { RouteLocation } from "../../../shared/routing/route-matcher.ts";
import { belowBasePath, readPath, urlPath } from "../../../shared/routing/routes.ts";
import { MIDDLEWARE } from "../../middleware/registry.ts";
import { pageParams } from "../../pages/page-table.ts";
import { decodeRouteData } from "../../route-data.ts";
import type { View } from "../../view.ts";
import type { LoadPage } from "../load-page.ts";
import type { PayloadAnswer, PayloadRequest } from "./load-payload.ts";

/** The result of loading a URL. */
export type Outcome =
	| { readonly kind: "view"; readonly view: View }
	/** `url` is absolute and carries the fragment. */
	| { readonly kind: "redirect"; readonly url: string }
	/** The browser must load the document; `url` is set if it differs from the requested one. */
	| { readonly kind: "document"; readonly url?: string }
	| { readonly kind: "unreachable" }
	/** A part of the page is missing on the server, and a full load was tried just before. */
	| { readonly kind: "incomplete" };

export interface ViewSources {
	readonly basePath: string;
	readonly loadPayload: (request: PayloadRequest) => Promise<PayloadAnswer>;
	readonly loadPage: LoadPage;
	/** Whether this visitor meets the flag condition of a page. */
	readonly isFor: (condition: FlagCondition, request: ViewRequest) => Promise<boolean>;
	/** The redirect of the operator's rules; `undefined` until the rules are loaded. */
	readonly redirectFor: (location: RouteLocation) => string | undefined;
	/** Whether the server runs another build, so that the destination must be loaded in full. */
	readonly isStale: () => boolean;
	readonly isReachable: () => Promise<boolean>;
	/** @returns Whether this URL path may be loaded in full to recover; at most once per 10 s. */
	readonly claimReload: (urlPath: string) => boolean;
}

export interface ViewRequest {
	/** Absolute, with its fragment. */
	readonly url: string;
	readonly signal: AbortSignal;
}

/**
 * Loads the view of a URL.
 *
 * The browser loads targets that the app cannot show, so that every link works. If the server is
 * unreachable, the readable page stays.
 *
 * @throws {DOMException} `AbortError` when the signal aborts.
 */
export async function loadView(sources: ViewSources, request: ViewRequest): Promise<Outcome> {
	const { pathname, search, hash } = new URL(request.url);
	const rawPath = belowBasePath(sources.basePath, pathname) ?? "";
	const moved = sources.redirectFor({ rawPath, query: search, hash });
	if (moved !== undefined) return redirectTo(sources, request, moved);
	const reading = readPath(rawPath);
	if (reading.kind === "misspelled") {
		return redirectTo(sources, request, urlPath(sources.basePath, reading.path) + search);
	}
	if (reading.kind !== "path") return documentIfReachable(sources);
	if (sources.isStale()) {
		const outcome = await recoverWithFullLoad(sources, request);
		if (outcome !== undefined) return outcome;
	}
	const { signal } = request;
	const payload = await sources.loadPayload({ path: reading.path, query: search, signal });
	if (payload === "unreachable") return { kind: "unreachable" };
	if (payload === undefined) return documentIfReachable(sources);
	// Checked before the payload is used: a payload of another build must not be shown.
	if (sources.isStale() && sources.claimReload(pathname)) return { kind: "document" };
	return outcomeOf(sources, request, payload);
}

/** Loads the destination in full, if the server answers and no full load was tried just before. */
async function recoverWithFullLoad(
	sources: ViewSources,
	{ url, signal }: ViewRequest,
): Promise<Outcome | undefined> {
	if (!(await sources.isReachable())) return { kind: "unreachable" };
	// Another visit may have started meanwhile.
	signal.throwIfAborted();
	return sources.claimReload(new URL(url).pathname) ? { kind: "document" } : undefined;
}

export async function documentIfReachable({
	isReachable,
}: Pick<ViewSources, "isReachable">): Promise<Outcome> {
	return { kind: (await isReachable()) ? "document" : "unreachable" };
}

async function outcomeOf(
	sources: ViewSources,
	request: ViewRequest,
	payload: Payload,
): Promise<Outcome> {
	switch (payload.kind) {
		case "page":
			return guardedPage(sources, request, payload);
		case "error":
			return { kind: "view", view: payload };
		case "redirect":
			return redirectTo(sources, request, payload.to);
		case "document":
			return { kind: "document" };
	}
}

async function guardedPage(
	sources: ViewSources,
	request: ViewRequest,
	payload: PagePayload,
): Promise<Outcome> {
	const { navigation, page } = payload;
	const { search } = new URL(request.url);
	const verdict = judge(payload, search);
	if (verdict.kind === "redirect") return redirectTo(sources, request, verdict.to);
	if (verdict.kind === "abort") {
		return { kind: "view", view: { kind: "error", error: verdict.error, navigation } };
	}
	if (page.flag !== undefined && !(await sources.isFor(page.flag, request))) {
		return { kind: "view", view: { kind: "error", error: pageNotFound(page.path), navigation } };
	}
	try {
		return { kind: "view", view: await viewOfPage(sources.loadPage, payload, search) };
	} catch {
		// A chunk is lost: a document of the live build references existing chunks.
		return (await recoverWithFullLoad(sources, request)) ?? { kind: "incomplete" };
	}
}

/**
 * Creates the view of a page's payload.
 *
 * @throws When the page's chunk or one of its styles cannot be loaded.
 */
export async function viewOfPage(
	loadPage: LoadPage,
	payload: PagePayload,
	query: string,
): Promise<View> {
	const { routeData } = payload.page;
	const [parts, loaded] = await Promise.all([
		loadPage(payload.page),
		routeData === undefined ? undefined : decodeRouteData(routeData),
	]);
	return { ...payload, ...parts, loaded, params: pageParams(payload.page), query };
}

/** The server checks the signature of a preview before it returns the payload. */
function judge({ page }: PagePayload, query: string): MiddlewareOutcome {
	const isPreviewed = previewToken(query) !== undefined;
	return runMiddleware(MIDDLEWARE, page.middleware, { path: page.path, query, isPreviewed });
}

function redirectTo({ basePath }: ViewSources, { url }: ViewRequest, to: string): Outcome {
	const from = new URL(url);
	const target = new URL(to, url);
	// As in browsers, a target without a fragment inherits the fragment of the source.
	if (target.hash === "") target.hash = from.hash;
	const isInside =
		target.origin === from.origin && belowBasePath(basePath, target.pathname) !== undefined;
	return { kind: isInside ? "redirect" : "document", url: target.href };
}
