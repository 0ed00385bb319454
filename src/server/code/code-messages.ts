import type { DocumentSource, Rendering } from "../../shared/page/document-source.ts";
import type { IslandRendering } from "../../shared/page/islands.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import type {
	IslandCall,
	PageCall,
	PageResult,
	SentRequest,
	SentResponse,
} from "../pages/code-runner.ts";

/** What a page module exports beside its component. */
export interface PageDescription {
	readonly id: string;
	/** Not checked yet. */
	readonly meta: unknown;
	readonly hasLoader: boolean;
	/** Absent: what a loader gives is asked for with each request. */
	readonly cacheSeconds?: number;
}

/** What the thread can be asked for, and what it answers. */
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

export type CodeCall = keyof CodeCalls;

export interface ToCodeThread {
	readonly id: number;
	readonly call: CodeCall;
	readonly input: unknown;
}

export type FromCodeThread =
	| { readonly id: number; readonly output: unknown }
	| { readonly id: number; readonly error: Error };
