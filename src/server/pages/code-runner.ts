import type { MessagePort } from "node:worker_threads";
import type { DocumentSource, Rendering, StreamPiece } from "../../shared/page/document-source.ts";
import type { HeadTag } from "../../shared/page/head.ts";
import type { IslandCall, IslandRendering } from "../../shared/page/islands.ts";
import type { ListedPage, PageSelection } from "../../shared/page/listed-page.ts";
import type { PageData, PagePayload, RedirectPayload } from "../../shared/page/payload.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import type { User } from "../../shared/page/user.ts";
import type { SiteCode } from "../content/site-code.ts";

/** A request in a form that can be sent to another thread. */
export interface SentRequest {
	/** Absolute. */
	readonly url: string;
	readonly method: string;
	readonly headers: readonly (readonly [name: string, value: string])[];
	/** Absent: the request has no body. */
	readonly body?: Uint8Array;
	/** Absent: the visitor has not signed in. */
	readonly user?: User | undefined;
	/** Number of the pages that the visitor may see. */
	readonly view?: number | undefined;
}

/** A question of code about the pages of the site. */
export type PageQuestion =
	| { readonly kind: "list"; readonly selection: PageSelection }
	| { readonly kind: "markdown"; readonly path: string };

/** The pages that some visitors may see. */
export interface PageLists {
	readonly isForEveryone: boolean;
	readonly list: (selection: PageSelection) => readonly ListedPage[];
	/** @returns `undefined` for a page that these visitors may not see. */
	readonly markdownOf: (page: { readonly path: string }) => string | undefined;
}

/** An output whose rest follows while the code makes it. */
export interface Streamed<Piece> {
	/** Absent: the output is complete. */
	readonly rest?: ReadableStream<Piece>;
}

/** A whole body, or a port to the thread that makes it. */
export type SentBody =
	| { readonly body: Uint8Array; readonly rest?: undefined }
	/** Each message to the port brings an `ArrayBuffer`, which comes back with the next piece. */
	| { readonly rest: MessagePort };

export type SentResponse = SentBody & {
	readonly status: number;
	readonly headers: SentHeaders;
};

/** A call of a function in `api/`. */
export interface ApiCall {
	/** Path pattern of its module. */
	readonly pattern: string;
	readonly params: Readonly<Record<string, string | undefined>>;
	readonly request: SentRequest;
}

/** The page of a request. */
export interface PageCall {
	/** Absent: a Markdown page. */
	readonly id?: string | undefined;
	readonly path: string;
	readonly params: Readonly<Record<string, string | undefined>>;
	/** Names of the middleware of the site folder, in their order. */
	readonly middleware: readonly string[];
	readonly request: SentRequest;
	/**
	 * Where the data goes: the thread holds it for the document that is rendered next; a payload may get it in
	 * pieces; absent: the result is complete.
	 */
	readonly for?: "document" | "payload";
	/** Whether only the result of the action is wanted, since the browser loads the page's data afterwards. */
	readonly isSubmission?: boolean;
}

export type SentHeaders = readonly (readonly [name: string, value: string])[];

/** Result of `meta` if it is a function. */
export interface LoadedMeta
	extends Partial<Pick<PageData, "title" | "description" | "robots" | "image">> {
	readonly tags: readonly HeadTag[];
}

/** Result of the middleware, the parameter check, the action and the loaders of a page. */
export type PageResult = { readonly headers?: SentHeaders } & (
	| LoadedPage
	| Pick<RedirectPayload, "kind" | "to" | "status" | "replace" | "document">
	| { readonly kind: "invalid" }
	| { readonly kind: "refused"; readonly status: number; readonly message: string }
);

/** A page that may be shown. */
export interface LoadedPage extends Streamed<StreamPiece> {
	readonly kind: "pass";
	/** Encoded; absent: the page has no data, or the thread holds it. */
	readonly data?: string;
	/** Number of the data that the thread holds. */
	readonly held?: number;
	/** Whether promises in that data have not settled. */
	readonly isPending?: boolean;
	readonly status?: number;
	readonly meta?: LoadedMeta;
	/** Stacks of errors for which the page has a boundary. */
	readonly errors?: readonly string[];
}

/** A document, or its start. */
export interface DocumentRendering extends Rendering, Streamed<StreamPiece> {}

/** The document of a page, for the thread. */
export interface DocumentCall {
	readonly source: DocumentSource;
	readonly query: string;
	/** Number of the data that the thread holds. */
	readonly held?: number | undefined;
	/** Permits inline scripts, so that the document is sent before all promises settle. */
	readonly nonce?: string | undefined;
	/** Number of the pages that the visitor may see. */
	readonly view?: number | undefined;
}

/** Exports of a page module besides its component. */
export interface PageDescription {
	readonly id: string;
	/** Not validated yet. */
	readonly meta: unknown;
	readonly hasLoader: boolean;
	readonly hasAction: boolean;
	/** Values of the placeholders of all pages that exist; absent: unknown. */
	readonly paths?: readonly Readonly<Record<string, string>>[];
	/** Absent: the loader runs for each request. */
	readonly cacheSeconds?: number;
}

/** Calls of the code thread, with their input and output. */
export interface CodeCalls {
	readonly describe: { readonly input: undefined; readonly output: readonly PageDescription[] };
	readonly load: { readonly input: PageCall; readonly output: PageResult };
	readonly document: {
		readonly input: DocumentCall;
		readonly output: DocumentRendering;
	};
	/** A page without its layout. */
	readonly page: {
		readonly input: { readonly config: PublicConfig; readonly payload: PagePayload };
		readonly output: Rendering;
	};
	readonly island: { readonly input: IslandCall; readonly output: IslandRendering };
	readonly api: {
		readonly input: ApiCall;
		readonly output: SentResponse;
	};
}

/**
 * Runs the code of the site folder in a separate thread.
 *
 * Each function throws the error of the code, `WorkerTimeoutError` after the time-out, or
 * `WorkerEndedError` when the thread ends meanwhile.
 */
export type CodeRunner = {
	readonly [Call in "load" | "document" | "island" | "api"]: (
		code: SiteCode,
		input: CodeCalls[Call]["input"],
	) => Promise<CodeCalls[Call]["output"]>;
} & {
	/** Lets code list the pages of a view. @returns Their number, for requests. */
	readonly register: (lists: PageLists) => number;
};
