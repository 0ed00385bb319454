import { pageNotFound } from "../../../shared/page/errors.ts";
import type { FlagCondition } from "../../../shared/page/flag-condition.ts";
import type { PagePayload } from "../../../shared/page/payload.ts";
import type { RouteLocation } from "../../../shared/routing/route-matcher.ts";
import { belowBasePath, readPath, urlPath } from "../../../shared/routing/routes.ts";
import type { View } from "../../view.ts";
import { type LoadPage, viewOfPage } from "../load-page.ts";
import type { PayloadAnswer } from "./load-payload.ts";

/** The result of loading a URL: its view, or the reason why it has none. */
export type Outcome =
	| View
	/** `url` is absolute and carries the fragment. */
	| { readonly kind: "redirect"; readonly url: string; readonly replace?: true | undefined }
	/** The browser must load the document. */
	| { readonly kind: "document"; readonly url: string }
	| { readonly kind: "unreachable" }
	/** A part of the page is missing on the server, and a full load was tried just before. */
	| { readonly kind: "incomplete" };

export interface ViewSources {
	readonly basePath: string;
	readonly loadPayload: (request: ViewRequest) => Promise<PayloadAnswer>;
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
	const { basePath, isStale, claimReload } = sources;
	const { pathname, search, hash } = new URL(request.url);
	const rawPath = belowBasePath(basePath, pathname) ?? "";
	const moved = sources.redirectFor({ rawPath, query: search, hash });
	if (moved !== undefined) return redirectTo(basePath, request, { to: moved });
	const reading = readPath(rawPath);
	if (reading.kind === "misspelled") {
		return redirectTo(basePath, request, { to: urlPath(basePath, reading.path) + search });
	}
	const payload = reading.kind === "path" ? await sources.loadPayload(request) : undefined;
	if (payload === "unreachable") return { kind: "unreachable" };
	if (payload === undefined) return documentIfReachable(sources, request);
	// A payload of another build must not be shown.
	if (isStale() && claimReload(pathname)) return { kind: "document", url: request.url };
	if (payload.kind === "page") return pageIfAllowed(sources, request, payload);
	if (payload.kind === "redirect") return redirectTo(basePath, request, payload);
	return payload.kind === "error" ? payload : { kind: "document", url: request.url };
}

export async function documentIfReachable(
	{ isReachable }: Pick<ViewSources, "isReachable">,
	{ url }: Pick<ViewRequest, "url">,
): Promise<Outcome> {
	return (await isReachable()) ? { kind: "document", url } : { kind: "unreachable" };
}

async function pageIfAllowed(
	sources: ViewSources,
	request: ViewRequest,
	payload: PagePayload,
): Promise<Outcome> {
	const { navigation, page } = payload;
	const { pathname, search } = new URL(request.url);
	if (page.flag !== undefined && !(await sources.isFor(page.flag, request))) {
		return { kind: "error", error: pageNotFound(page.path), navigation };
	}
	try {
		return await viewOfPage(sources.loadPage, payload, search);
	} catch {
		// A chunk is lost: a document of the live build references existing chunks.
		const outcome = await documentIfReachable(sources, request);
		// Another visit may have started meanwhile.
		request.signal.throwIfAborted();
		if (outcome.kind !== "document" || sources.claimReload(pathname)) return outcome;
		return { kind: "incomplete" };
	}
}

interface Redirect {
	readonly to: string;
	readonly replace?: true;
	readonly document?: true;
}

function redirectTo(
	basePath: string,
	{ url }: ViewRequest,
	{ to, replace, document }: Redirect,
): Outcome {
	const from = new URL(url);
	const target = new URL(to, url);
	// As in browsers, a target without a fragment inherits the fragment of the source.
	if (target.hash === "") target.hash = from.hash;
	const isInside =
		target.origin === from.origin && belowBasePath(basePath, target.pathname) !== undefined;
	if (!isInside || document === true) return { kind: "document", url: target.href };
	return { kind: "redirect", url: target.href, replace };
}
