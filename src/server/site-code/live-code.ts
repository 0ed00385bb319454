import { LRUCache } from "lru-cache";
import { logFailure } from "../../platform/observability/log-failure.ts";
import type { StreamPiece } from "../../shared/page/document-source.ts";
import type { SiteCode } from "../content/site-code.ts";
import type { CodeRunner, PageCall, PageResult } from "../pages/code-runner.ts";
import { PageAnswers } from "./answer-questions.ts";
import { CodeHost, type CodeLog } from "./code-host.ts";
import { ANY_PAGE, CodeErrors } from "./errors/code-errors.ts";

export interface LiveCodeOptions {
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon: (name: string) => string | undefined;
	readonly log: CodeLog;
	/** Whether the content security policy permits styles of elements; absent: it does not. */
	readonly permitsStyles?: boolean;
}

/** Requests to the previous build may still be pending. */
const CLOSE_AFTER_MS = 30_000;

/** Maximum number of cached loader results, for pages with `cacheSeconds`. */
const MAX_CACHED = 500;

/** An icon element that the code thread leaves empty. */
const EMPTY_ICON = /(<span class="icon" data-icon="([\w:-]+)"[^>]*>)(?=<\/span>)/g;

/**
 * The content security policy of pages forbids the attribute in HTML; the browser's app sets these styles.
 * React escapes quotes elsewhere, so no other text matches.
 */
const STYLE = / style=(?=")/g;

/** Runs the code of the live revision. Each build has a separate thread. */
export class LiveCode implements CodeRunner {
	readonly errors = new CodeErrors();
	readonly #options: LiveCodeOptions;
	readonly #loaded = new LRUCache<string, Promise<PageResult>>({ max: MAX_CACHED });
	readonly #pages = new PageAnswers();
	#host: { readonly module: string; readonly host: CodeHost } | undefined;

	constructor(options: LiveCodeOptions) {
		this.#options = options;
	}

	/** For `/readyz`. */
	get problem(): string | undefined {
		return this.#host?.host.problem;
	}

	/** Results of pages with `cacheSeconds` are shared by all visitors, so the calls omit headers and user. */
	load(code: SiteCode, call: PageCall): Promise<PageResult> {
		// After an action, the loaders run again, and their success must not hide its error.
		const origin = isRead(call) ? "load" : "action";
		return this.#noting(code, { path: call.path, origin }, this.#load(code, call));
	}

	#load(code: SiteCode, call: PageCall): Promise<PageResult> {
		const host = this.#hostOf(code);
		const seconds = code.pages.find(({ id }) => id === call.id)?.cacheSeconds;
		// A form may change the data of any page.
		if (!isRead(call)) this.#loaded.clear();
		else if (seconds !== undefined && call.middleware.length === 0) {
			return this.#loadShared(host, call, { module: code.module, seconds });
		}
		return host.ask("load", call);
	}

	#loadShared(
		host: CodeHost,
		call: PageCall,
		{ module, seconds }: { readonly module: string; readonly seconds: number },
	): Promise<PageResult> {
		const { url } = call.request;
		// The loader can read the whole URL, and a client chooses the host of a site without a configured URL.
		const key = `${module} ${url}`;
		const known = this.#loaded.get(key);
		if (known !== undefined) return known;
		const { for: _, ...whole } = call;
		const shared = {
			...whole,
			request: { url, method: "GET", headers: [], view: this.#pages.everyone },
		};
		const loading = host.ask("load", shared).then(withoutCookies);
		this.#loaded.set(key, loading, { ttl: seconds * 1000 });
		// The next request retries.
		loading.catch(() => this.#loaded.delete(key));
		return loading;
	}

	document: CodeRunner["document"] = async (code, call) => {
		const host = this.#hostOf(code);
		const { payload } = call.source.state;
		const path = payload.kind === "page" ? payload.page.path : "";
		const place = { path, origin: "document" };
		const rendering = host.ask("document", call);
		const { html, errors, rest, ...others } = await this.#noting(code, place, rendering);
		const report = (error: string): void => {
			host.problem = `A component has failed: ${error.split("\n", 1)}`;
		};
		errors.slice(0, 1).forEach(report);
		if (rest === undefined) return { ...others, html: this.#complete(html), errors };
		const completing = new TransformStream<StreamPiece, StreamPiece>({
			transform: (piece, controller) => {
				if ("error" in piece) {
					report(piece.error);
					this.errors.set(code, path, { origin: "stream", stacks: [piece.error] });
				}
				controller.enqueue("text" in piece ? { text: this.#complete(piece.text) } : piece);
			},
		});
		return { html: this.#complete(html), errors, rest: rest.pipeThrough(completing) };
	};

	island: CodeRunner["island"] = async (code, call) => {
		const place = { path: call.sources.path ?? "", origin: `island ${call.name}` };
		const asked = this.#hostOf(code).ask("island", call);
		const rendering = await this.#noting(code, place, asked);
		if (rendering.kind !== "rendered") return rendering;
		return { ...rendering, html: this.#complete(rendering.html) };
	};

	api: CodeRunner["api"] = (code, call) => {
		const place = { path: ANY_PAGE, origin: `api ${call.pattern}` };
		return this.#noting(code, place, this.#hostOf(code).ask("api", call));
	};

	register: CodeRunner["register"] = (lists) => this.#pages.register(lists);

	async #noting<Result extends object>(
		code: SiteCode,
		{ path, origin }: { readonly path: string; readonly origin: string },
		running: Promise<Result>,
	): Promise<Result> {
		const note = (stacks: readonly string[]): void =>
			this.errors.set(code, path, { origin, stacks });
		try {
			const result = await running;
			note("errors" in result ? (result.errors as readonly string[]) : []);
			return result;
		} catch (error) {
			note([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.#host?.host.close();
	}

	/** Draws the icons, and moves styles to an attribute that the content security policy permits. */
	#complete(html: string): string {
		const drawn = html.replace(
			EMPTY_ICON,
			(start, _whole, name: string) => start + (this.#options.resolveIcon(name) ?? ""),
		);
		return this.#options.permitsStyles ? drawn : drawn.replaceAll(STYLE, " data-style=");
	}

	#hostOf({ module, siteFolder, basePath }: SiteCode): CodeHost {
		if (this.#host?.module === module) return this.#host.host;
		const last = this.#host?.host;
		const failed = logFailure(this.#options.log, "The thread of the last code cannot be ended");
		setTimeout(() => {
			last?.close().catch(failed);
		}, CLOSE_AFTER_MS).unref();
		const pages = this.#pages;
		const host = new CodeHost({ module, siteFolder, basePath, pages, log: this.#options.log });
		this.#host = { module, host };
		return host;
	}
}

function isRead({ request: { method } }: PageCall): boolean {
	return method === "GET" || method === "HEAD";
}

/** A cookie is for one visitor. */
function withoutCookies({ headers = [], ...result }: PageResult): PageResult {
	return { ...result, headers: headers.filter(([name]) => name !== "set-cookie") };
}
