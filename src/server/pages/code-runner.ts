import type { DocumentSource, Rendering } from "../../shared/page/document-source.ts";
import type { IslandCall, IslandRendering } from "../../shared/page/islands.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
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

/** What a page module exports beside its component. */
export interface PageDescription {
	readonly id: string;
	/** Not checked yet. */
	readonly meta: unknown;
	readonly hasLoader: boolean;
	/** Absent: what a loader gives is asked for with each request. */
	readonly cacheSeconds?: number;
}

/** What the thread with the code can be asked for, and what it answers. */
export interface CodeCalls {
	readonly ping: { readonly input: undefined; readonly output: undefined };
	readonly describe: { readonly input: undefined; readonly output: readonly PageDescription[] };
	readonly load: { readonly input: PageCall; readonly output: PageResult };
	readonly document: {
		readonly input: { readonly source: DocumentSource; readonly query: string };
		readonly output: Rendering;
	};
	/** A page without its layout. */
	readonly page: {
		readonly input: { readonly config: PublicConfig; readonly payload: PagePayload };
		readonly output: Rendering;
	};
	readonly island: { readonly input: IslandCall; readonly output: IslandRendering };
	readonly api: {
		readonly input: { readonly path: string; readonly request: SentRequest };
		readonly output: SentResponse;
	};
}

/**
 * Runs the code of the site folder, in a thread of its own.
 *
 * Each function throws what the code throws, `CodeTimeoutError` when it takes too long, and
 * `CodeThreadEndedError` when its thread ends meanwhile.
 */
export type CodeRunner = {
	readonly [Call in "load" | "document" | "island" | "api"]: (
		code: SiteCode,
		input: CodeCalls[Call]["input"],
	) => Promise<CodeCalls[Call]["output"]>;
};
