import { type PageError, unknownMiddleware } from "./errors.ts";

/** Input of middleware. */
export interface MiddlewareContext {
	/** Decoded, without base path. */
	readonly path: string;
	/** With its question mark, or empty. */
	readonly query: string;
	/** Whether the URL carries a preview that this site has signed and that has not expired. */
	readonly isPreviewed: boolean;
}

export type MiddlewareOutcome =
	| { readonly kind: "pass" }
	/** `to` is a URL, or a URL path with its base path. */
	| { readonly kind: "redirect"; readonly to: string; readonly status: number }
	| { readonly kind: "abort"; readonly error: PageError };

/** Decides whether a page is shown. It runs on the server, for documents and for payloads. */
type Middleware = (context: MiddlewareContext) => MiddlewareOutcome;

/** Middleware by the name that front matter uses. */
export type MiddlewareRegistry = ReadonlyMap<string, Middleware>;

/** Runs middleware in order and stops at the first outcome other than `pass`. */
export function runMiddleware(
	registry: MiddlewareRegistry,
	names: readonly string[],
	context: MiddlewareContext,
): MiddlewareOutcome {
	for (const name of names) {
		const middleware = registry.get(name);
		if (middleware === undefined) return { kind: "abort", error: unknownMiddleware(name) };
		const outcome = middleware(context);
		if (outcome.kind !== "pass") return outcome;
	}
	return { kind: "pass" };
}

/** The query parameter that carries a signed preview. */
export const PREVIEW_PARAMETER = "preview";

/** @returns The signed preview in a query, or `undefined` if the query has none. */
export function previewToken(query: string): string | undefined {
	for (const pair of query.slice(1).split("&")) {
		if (pair.startsWith(`${PREVIEW_PARAMETER}=`)) return pair.slice(PREVIEW_PARAMETER.length + 1);
	}
	return undefined;
}
