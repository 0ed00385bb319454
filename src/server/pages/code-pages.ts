import {
	internalError,
	type PageError,
	pageNotValid,
	requestRefused,
} from "../../shared/page/errors.ts";
import type { IslandCall, IslandRendering, IslandSources } from "../../shared/page/islands.ts";
import type {
	BodyNode,
	PageData,
	PagePayload,
	Payload,
	RedirectPayload,
} from "../../shared/page/payload.ts";
import { SEARCH_ENDPOINT } from "../../shared/search.ts";
import { COMPONENT_TAG } from "../content/markdown/directives/site-component.ts";
import { type CodePage, isOnePath, matchPattern, type SiteCode } from "../content/site-code.ts";
import type {
	ApiCall,
	CodeRunner,
	DocumentCall,
	DocumentRendering,
	LoadedPage,
	PageCall,
	PageLists,
	PageResult,
	SentHeaders,
	SentResponse,
} from "./code-runner.ts";
import { fillPlaces, hasIslands } from "./fill-islands.ts";
import {
	generatedPage,
	navigationOf,
	type PageRequest,
	type PageSources,
	refuseGuarded,
} from "./page-sources.ts";

export interface CodePagesOptions {
	/** Code of the live revision; `undefined`: the folder runs no code. */
	readonly code: () => SiteCode | undefined;
	readonly runner: CodeRunner | undefined;
	/** Returns the data for islands on the page at a path. */
	readonly islandData: (path: string) => IslandSources;
	/** The pages that code may list. */
	readonly lists: PageLists;
}

/** Paths of the product below `/api/`. */
const OWN_API = new RegExp(`^(?:${SEARCH_ENDPOINT}$|/api/_)`);

/** A page, or the response in its place. */
export interface CompletePayload {
	readonly payload:
		| PagePayload
		| RedirectPayload
		| { readonly kind: "refused"; readonly error: PageError };
	readonly headers?: SentHeaders | undefined;
	/** Absent: code has loaded no data. */
	readonly loaded?: LoadedPage;
}

/** Creates functions for pages that code of the site folder loads, renders or guards. */
export function createCodePages({ code, runner, islandData, lists }: CodePagesOptions) {
	const view = runner?.register(lists);
	return {
		hasLoader,
		mustLoad,
		hasAction,
		hasFrame,
		takesPart,
		complete,
		document,
		findApi,
		api,
		island,
	};

	/** Whether the content of the page may differ between requests. */
	function hasLoader({ page: { id } }: PagePayload): boolean {
		return code()?.pages.some((page) => page.id === id && page.hasLoader) === true;
	}

	/** Whether a loader runs for each request of the page. */
	function mustLoad(payload: Payload): boolean {
		if (payload.kind !== "page") return false;
		const page = code()?.pages.find(({ id }) => id === payload.page.id);
		return page?.hasLoader === true && page.cacheSeconds === undefined;
	}

	/** Whether the page accepts forms. */
	function hasAction({ page: { id } }: PagePayload): boolean {
		return code()?.pages.some((page) => page.id === id && page.hasAction) === true;
	}

	/** Whether the folder replaces the frame of every page. */
	function hasFrame(): boolean {
		return code()?.layouts.includes("default") === true;
	}

	/** Whether code must render the document, or must run before it is rendered. */
	function takesPart({ page: { id, layout, html, middleware } }: PagePayload): boolean {
		const current = code();
		if (current === undefined) return false;
		return (
			hasFrame() ||
			current.layouts.includes(layout) ||
			current.pages.some((page) => page.id === id) ||
			middleware.some((name) => current.middleware.includes(name)) ||
			(html !== undefined && (hasComponents(html) || hasIslands(html)))
		);
	}

	/**
	 * Runs the middleware and the loader of a page, and adds its data and its tree of components.
	 *
	 * @throws An error of the code, or of its thread.
	 */
	async function complete(
		payload: PagePayload,
		{ path, query }: PageRequest,
		call: Pick<PageCall, "request" | "isSubmission" | "for">,
	): Promise<CompletePayload> {
		const current = code();
		if (current === undefined || runner === undefined) return { payload };
		const { id, middleware } = payload.page;
		const page = current.pages.find((candidate) => candidate.id === id);
		const named = middleware.filter((name) => current.middleware.includes(name));
		const mustAsk = named.length > 0 || page !== undefined;
		const result: PageResult = mustAsk
			? await runner.load(current, {
					...{ ...call, id: page?.id, path, middleware: named },
					request: { ...call.request, view },
					params: (page && matchPattern([page], path)?.params) ?? {},
				})
			: { kind: "pass" };
		const { headers } = result;
		switch (result.kind) {
			case "pass": {
				const shown = await withIslands(payload, current, runner);
				return { payload: await withData(shown, page, result), headers, loaded: result };
			}
			case "redirect": {
				const { headers: _headers, ...redirect } = result;
				return { payload: redirect, headers };
			}
			case "invalid":
				return { payload: { kind: "refused", error: pageNotValid(path + query) } };
			case "refused": {
				const message = result.message || `The page rejects this request: ${path}`;
				return {
					payload: { kind: "refused", error: requestRefused(result.status, message) },
					headers,
				};
			}
		}
	}

	/** Fills the placeholders of islands of the site folder. */
	async function withIslands(
		payload: PagePayload,
		current: SiteCode,
		run: CodeRunner,
	): Promise<PagePayload> {
		const { html = "" } = payload.page;
		if (!hasIslands(html)) return payload;
		const sources = islandData(payload.page.path);
		const filled = await fillPlaces(
			html,
			(name, props) => run.island(current, { name, props, sources }),
			sources.basePath,
		);
		return { ...payload, page: { ...payload.page, html: filled } };
	}

	/** @throws An error of the page, or of the thread. */
	async function document(call: DocumentCall): Promise<DocumentRendering> {
		const { current, run } = running();
		return run.document(current, { ...call, view });
	}

	/** @returns `undefined` when no function has the path; a placeholder replaces no path of the product. */
	function findApi(path: string): Omit<ApiCall, "request"> | undefined {
		const found = path.startsWith("/api") ? matchPattern(code()?.api ?? [], path) : undefined;
		if (found === undefined || (!isOnePath(found.module) && OWN_API.test(path))) return undefined;
		return { pattern: found.module.pattern, params: found.params };
	}

	/** @throws An error of the function, or of the thread. */
	async function api(call: ApiCall): Promise<SentResponse> {
		const { current, run } = running();
		return run.api(current, { ...call, request: { ...call.request, view } });
	}

	/** @returns `undefined` when the folder has no such island. */
	async function island(call: IslandCall): Promise<IslandRendering | undefined> {
		if (code()?.islands.includes(call.name) !== true) return undefined;
		const { current, run } = running();
		return run.island(current, call);
	}

	function running(): { readonly current: SiteCode; readonly run: CodeRunner } {
		const current = code();
		if (current === undefined || runner === undefined) {
			throw new Error("The code of the site folder is not running");
		}
		return { current, run: runner };
	}
}

/** Resolves a page that is a module of the site folder. */
export function resolveCodePage(sources: PageSources, request: PageRequest): Payload | undefined {
	const { path, query } = request;
	const match = matchPattern(sources.revision.code?.pages ?? [], path);
	if (match === undefined) return undefined;
	const { id, parsed } = match.module;
	const {
		title = "",
		description,
		middleware,
		layout,
		colorMode,
		robots,
		image,
	} = parsed.frontMatter;
	const outcome = sources.guards.checkNamedAccess(path, query, middleware);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	return generatedPage(
		{ id, path, title, description, middleware, layout, colorMode, robots, image },
		navigationOf(sources, path),
	);
}

/** A module renders its own body; the HTML of its page is only for machines. */
async function withData(
	payload: PagePayload,
	page: CodePage | undefined,
	{ data, rest, status, meta }: LoadedPage,
): Promise<PagePayload> {
	const { html = "", ...shown } = payload.page;
	if (page !== undefined) {
		const routeData = data === undefined ? {} : { routeData: data };
		return {
			...{ ...payload, page: { ...shown, ...meta, ...routeData } },
			...(status !== undefined && status !== 200 && { status }),
			...(rest !== undefined && { isStreamed: true as const }),
		};
	}
	if (!hasComponents(html)) return payload;
	return { ...payload, page: { ...shown, ...(await parseBodyTree(html)) } };
}

/** @returns The body as a tree, and the names of the components in it. */
async function parseBodyTree(html: string): Promise<Pick<PageData, "tree" | "components">> {
	// Loaded on demand: most servers never parse HTML.
	const { DomUtils, ElementType, parseDocument } = await import("htmlparser2");
	const { childNodes } = parseDocument(html, { lowerCaseAttributeNames: false });
	const components = new Set<string>();
	return { tree: nodesOf(childNodes), components: [...components] };

	function nodesOf(nodes: typeof childNodes): readonly BodyNode[] {
		return nodes.flatMap((node) => nodeOf(node) ?? []);
	}

	function nodeOf(node: (typeof childNodes)[number]): BodyNode | undefined {
		if (node.type === ElementType.Text) return node.data;
		if (!("attribs" in node)) return undefined;
		const { name: tag, attribs: attributes } = node;
		if (tag === COMPONENT_TAG) {
			const name = attributes["data-name"] ?? "";
			components.add(name);
			const props = parseProps(attributes["data-props"] ?? "{}");
			return { component: name, props, children: nodesOf(node.childNodes) };
		}
		const isParent = DomUtils.existsOne(({ name }) => name === COMPONENT_TAG, node.childNodes);
		return isParent
			? { tag, attributes, children: nodesOf(node.childNodes) }
			: { tag, attributes, html: DomUtils.getInnerHTML(node) };
	}
}

/**
 * Parses the props of a component, without those that React interprets itself: many components pass their
 * props on to an element, and authors of Markdown must not write HTML in this way.
 *
 * @param json Written by the server's own renderer.
 */
function parseProps(json: string): Readonly<Record<string, unknown>> {
	const { ref: _, ...props } = JSON.parse(json, (key, value) =>
		key === "dangerouslySetInnerHTML" ? undefined : value,
	) as Record<string, unknown>;
	return props;
}

function hasComponents(html: string): boolean {
	return html.includes(`<${COMPONENT_TAG} `);
}

/** Returns the error to show for a page whose code has failed. @param error Of the code, or of its thread. */
export function codeFailure(error: unknown): PageError {
	const { name, message } = error instanceof Error ? error : new Error(String(error));
	if (name === "WorkerTimeoutError") return { ...internalError(), status: 504, message };
	if (name === "WorkerEndedError") {
		return { ...internalError(), status: 503, message: "The page cannot be shown at the moment" };
	}
	return internalError();
}
