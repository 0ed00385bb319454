import type { DocumentSource, Rendering } from "../../shared/page/document-source.ts";
import type { IslandRendering, IslandSources } from "../../shared/page/islands.ts";
import type { User } from "../../shared/page/user.ts";
import type { SiteCode } from "../content/site-code.ts";

/** A request as it passes from one thread to another. */
export interface SentRequest {
	/** Absolute. */
	readonly url: string;
	readonly method: string;
	readonly headers: readonly (readonly [name: string, value: string])[];
	/** Absent: it has none. */
	readonly body?: Uint8Array;
	/** Absent: the visitor has not signed in. */
	readonly user?: User | undefined;
}

export interface SentResponse {
	readonly status: number;
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly body: Uint8Array;
}

/** The page that a request is for. */
export interface PageCall {
	/** Absent: a Markdown page. */
	readonly id?: string | undefined;
	readonly path: string;
	readonly params: Readonly<Record<string, string | undefined>>;
	/** Names of the middleware of the site folder, in their order. */
	readonly middleware: readonly string[];
	readonly request: SentRequest;
}

/** What middleware, the check of parameters and the loader of a page say. */
export type PageResult =
	| { readonly kind: "pass"; readonly data?: unknown }
	| { readonly kind: "redirect"; readonly to: string; readonly status: number }
	| { readonly kind: "invalid" }
	| { readonly kind: "refused"; readonly status: number; readonly message: string };

export interface IslandCall {
	readonly name: string;
	readonly props: Readonly<Record<string, unknown>>;
	readonly sources: IslandSources;
}

/**
 * Runs the code of the site folder, in a thread of its own.
 *
 * Each function throws what the code throws, `CodeTimeoutError` when it takes too long, and
 * `CodeThreadEndedError` when its thread ends meanwhile.
 */
export interface CodeRunner {
	readonly load: (code: SiteCode, call: PageCall) => Promise<PageResult>;
	readonly document: (code: SiteCode, source: DocumentSource, query: string) => Promise<Rendering>;
	readonly island: (code: SiteCode, call: IslandCall) => Promise<IslandRendering>;
	readonly api: (code: SiteCode, path: string, request: SentRequest) => Promise<SentResponse>;
}
