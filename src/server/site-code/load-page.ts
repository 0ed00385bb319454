import {
	createStaticHandler,
	isRouteErrorResponse,
	type RouteObject,
	RouterContextProvider,
	type StaticHandler,
	type StaticHandlerContext,
} from "react-router";
import type { HeldData } from "../../app/entry-code.tsx";
import {
	encodeRouteData,
	type RouteData,
	shownData,
	stackOf,
	wholeText,
} from "../../app/route-data.ts";
import { type RouteModule, SITE_CODE, type SiteCode } from "../../app/site-code.ts";
import type { LoadedPage, PageCall, PageResult, SentHeaders } from "../pages/code-runner.ts";
import { metaOf } from "./page-meta.ts";
import { isForeignPost } from "./requests/foreign-post.ts";
import { requestOf } from "./requests/sent-request.ts";

type PageRoute = SiteCode["pages"][number];

/**
 * Creates a function that runs the middleware, the action and the loaders of a page.
 *
 * @param hold Stores data until its document is rendered. @returns Its number.
 */
export function createPageLoader(
	basePath: string,
	hold: (data: HeldData) => number,
): (call: PageCall) => Promise<PageResult> {
	const { pages = {}, layouts = {}, middleware = {} } = SITE_CODE.server ?? {};
	const handlers = new Map<string, StaticHandler>();

	return async (call) => {
		const { path, params, request: sent } = call;
		if (isForeignPost(sent)) {
			return refusal(403, "A page of another origin must not send this form");
		}
		const request = requestOf(sent);
		const context = { params, request, query: new URL(sent.url).searchParams, user: sent.user };
		for (const name of call.middleware) {
			const response = await middleware[name]?.default({ ...context, path });
			if (response instanceof Response) return resultOf(response, request);
		}
		const page = SITE_CODE.pages.find(({ id }) => id === call.id);
		const module = page && pages[page.id];
		if (page === undefined || module === undefined) return { kind: "pass" };
		if (module.isValid?.(params) === false) return { kind: "invalid" };
		const modules = [...(page.layouts ?? []), page.id].map((id) => ({
			id,
			module: layouts[id] ?? pages[id] ?? {},
		}));
		if (modules.every(({ module: one }) => !hasData(one))) return { kind: "pass" };
		const handler = handlers.getOrInsertComputed(page.id, () => handlerOf(page, modules));
		const { loaded, ...result } = await query(handler, modules, call, request);
		return loaded === undefined ? result : { ...result, ...(await dataFor(call, loaded)) };
	};

	async function dataFor({ for: use }: PageCall, loaded: RouteData): Promise<Partial<LoadedPage>> {
		const encoded = await encodeRouteData(loaded);
		const { text, rest } = encoded;
		if (use === "document") {
			return { held: hold(await shownData(loaded, encoded)), isPending: rest !== undefined };
		}
		if (use === "payload") return { data: text, ...(rest && { rest }) };
		return { data: await wholeText(encoded, []) };
	}

	/** A handler for each page: a Markdown page and Loggia's order of patterns decide which page is shown. */
	function handlerOf(page: PageRoute, modules: readonly Loaded[]): StaticHandler {
		let routes: RouteObject[] = [];
		for (const { id, module } of modules.toReversed()) {
			const route = routeOf(id, module, page);
			routes = [
				id === page.id
					? Object.assign(route, { path: page.pattern, caseSensitive: true })
					: Object.assign(route, { children: routes }),
			];
		}
		return createStaticHandler(routes, { basename: basePath || "/" });
	}
}

interface Loaded {
	readonly id: string;
	readonly module: RouteModule;
}

function hasData({ loader, action, middleware, meta, headers }: RouteModule): boolean {
	return [loader, action, middleware, headers].some(Boolean) || typeof meta === "function";
}

/** `user`, and the members of the context that Loggia adds. */
const VISITORS = new WeakMap<RouterContextProvider, PageCall>();

function routeOf(id: string, module: RouteModule, { rest }: PageRoute): RouteObject {
	const { loader, action, middleware, ErrorBoundary } = module;
	const run =
		(call: NonNullable<typeof loader>): NonNullable<RouteObject["loader"]> =>
		async ({ params, request, context, ...others }) => {
			// The router passes the context of `query()` on.
			const sent = VISITORS.get(context as RouterContextProvider);
			const result = await call({
				...others,
				params: { ...params, ...(rest !== undefined && { [rest]: params["*"] }) },
				...{ request, context: context as RouterContextProvider },
				query: new URL(request.url).searchParams,
				user: sent?.request.user,
			});
			// A refusal means the same, returned or thrown.
			// oxlint-disable-next-line typescript/only-throw-error -- React Router reads a thrown response.
			if (result instanceof Response && result.status >= 400) throw result;
			return result ?? null;
		};
	return {
		id,
		...(loader && { loader: run(loader) }),
		...(action && { action: run(action) }),
		...(middleware && { middleware: [...middleware] }),
		...(ErrorBoundary && { ErrorBoundary }),
	};
}

async function query(
	handler: StaticHandler,
	modules: readonly Loaded[],
	call: PageCall,
	request: Request,
): Promise<PageResult & { readonly loaded?: RouteData }> {
	const context = new RouterContextProvider();
	VISITORS.set(context, call);
	let loaded: StaticHandlerContext | undefined;
	const response = await handler.query(request, {
		requestContext: context,
		skipRevalidation: call.isSubmission === true,
		async generateMiddlewareResponse(run) {
			const answer = await run(request);
			if (answer instanceof Response) return answer;
			loaded = answer;
			return new Response(null, {
				status: bodiless(answer.statusCode),
				headers: headersOf(answer, modules),
			});
		},
	});
	if (!(response instanceof Response)) throw new TypeError("The router has not made a response");
	if (loaded === undefined) return resultOf(response, request);
	const headers = sentHeaders(response.headers);
	const failure = unhandled(loaded, modules);
	if (failure !== undefined) {
		// oxlint-disable-next-line typescript/only-throw-error -- Code of the folder may throw any value.
		if (!isRouteErrorResponse(failure)) throw failure;
		const message = typeof failure.data === "string" ? failure.data : "";
		return { ...refusal(failure.status, message), headers };
	}
	const { loaderData, actionData, errors, statusCode } = loaded;
	const isFilled = [loaderData, actionData, errors].some(
		(data) => data && Object.keys(data).length > 0,
	);
	const meta = metaOf(modules.at(-1)?.module, loaded);
	return {
		kind: "pass",
		...{ headers, status: statusCode },
		...(isFilled && { loaded: { loaderData, actionData, errors } }),
		...(meta && { meta }),
		...(errors && {
			// A thrown response is an answer.
			errors: Object.values(errors)
				.filter((error) => !isRouteErrorResponse(error))
				.map(stackOf),
		}),
	};
}

/** @returns The error that no module of the page handles. */
function unhandled({ errors }: StaticHandlerContext, modules: readonly Loaded[]): unknown {
	const [id, error] = Object.entries(errors ?? {})[0] ?? [];
	const handles = modules.some(({ id: own, module }) => own === id && module.ErrorBoundary);
	return handles ? undefined : error;
}

/** As React Router's framework mode does: the deepest `headers` decides, and cookies are always sent. */
function headersOf(
	{ loaderHeaders, actionHeaders }: StaticHandlerContext,
	modules: readonly Loaded[],
): Headers {
	let parentHeaders = new Headers();
	for (const { id, module } of modules) {
		const own = {
			loaderHeaders: loaderHeaders[id] ?? new Headers(),
			actionHeaders: actionHeaders[id] ?? new Headers(),
		};
		const named = module.headers?.({ ...own, parentHeaders, errorHeaders: undefined });
		const isPage = id === modules.at(-1)?.id;
		const inherited = isPage ? [...own.loaderHeaders, ...own.actionHeaders] : [...parentHeaders];
		const headers = new Headers(named ?? inherited);
		headers.delete("set-cookie");
		for (const one of [parentHeaders, own.loaderHeaders, own.actionHeaders]) {
			for (const cookie of one.getSetCookie()) headers.append("set-cookie", cookie);
		}
		parentHeaders = headers;
	}
	return parentHeaders;
}

/** Converts a redirect or a refusal. */
async function resultOf(response: Response, request: Request): Promise<PageResult> {
	const { status, headers } = response;
	const to = headers.get("location");
	const sent = sentHeaders(headers);
	if (status >= 300 && status < 400 && to !== null) {
		// Browsers post again to the target of another status.
		const isAnswer = status === 302 && request.method !== "GET" && request.method !== "HEAD";
		return {
			...{ kind: "redirect", to, status: isAnswer ? 303 : status, headers: sent },
			...(headers.has("x-remix-replace") && { replace: true }),
			...(headers.has("x-remix-reload-document") && { document: true }),
		};
	}
	if (status < 400) {
		throw new TypeError(`A Response here must be a redirect or an error: its status is ${status}`);
	}
	return { ...refusal(status, await response.text()), headers: sent };
}

function refusal(status: number, message: string) {
	return { kind: "refused", status, message } as const;
}

/** Headers that describe a body, or that only the router reads. */
const UNSENT = /^(?:content-(?:type|length|encoding)|location|x-remix-.*)$/;

function sentHeaders(headers: Headers): SentHeaders {
	return [...headers].filter(([name]) => !UNSENT.test(name));
}

/** `Response` accepts no other status without a body. */
function bodiless(status: number): number {
	return status >= 200 ? status : 200;
}
