import {
	createPath,
	type DataRouter,
	type DataStrategyFunction,
	type DataStrategyResult,
	type Navigation,
	NavigationType,
	redirect,
	replace,
} from "react-router";
import type { Notice } from "../../components/navigation-context.ts";
import { resultOfRoute, setHandles } from "../../loader-data.ts";
import { LAYOUT_ROUTE_ID, type View, viewOfState } from "../../view.ts";
import type { Clock } from "../browser-clock.ts";
import { untilAborted } from "../until-aborted.ts";
import type { Connection } from "../updates/connection.ts";
import { loadDocument } from "./load-document.ts";
import { documentIfReachable, loadView, type Outcome, type ViewSources } from "./load-view.ts";
import type { StatusOfTab } from "./navigation-status.ts";
import type { RouteRequestParts } from "./request-route.ts";

export interface DataStrategyParts extends RouteRequestParts, Pick<Connection, "loadPart"> {
	readonly page: Window;
	readonly clock: Clock;
	readonly router: () => DataRouter;
	readonly sources: ViewSources;
	readonly status: StatusOfTab;
	/** Views of this tab by path and query, for visits without a server. */
	readonly visited: Map<string, View>;
	/** Settles when the page is hydrated. */
	readonly started: Promise<void>;
	/** Prepares the change of the page, such as an animation. */
	readonly prepare: (signal: AbortSignal) => Promise<void>;
	/** Ends the pending navigation; the shown page stays. */
	readonly cancel: (problem?: Notice) => void;
}

/** Then a request is given up. */
const EXPIRED_MS = 30_000;

/** The Fetch standard's limit is 20; rules with longer chains than this are refused. */
const MAX_REDIRECTS = 10;

/** Maximum number of visited views; the oldest are dropped. */
const MAX_VISITED = 50;

/**
 * Loads the data of all routes with one request. A navigation without a server stays pending until
 * the server answers or the visitor cancels it, so that the readable page stays.
 */
export function createDataStrategy(parts: DataStrategyParts) {
	const { page, clock, sources, status, visited } = parts;
	/** The redirect that the router is about to follow, and the length of its chain. */
	let followed = { url: "", redirects: 0 };
	let giveUp = (): void => undefined;
	/** Set while a document is on its way. */
	let stopDocument: (() => void) | undefined;
	/** Signals of the pending navigation, and of the one that is canceled. */
	let current: AbortSignal | undefined;
	let held: AbortSignal | undefined;
	return {
		dataStrategy,
		/** Stops a document that this tab no longer waits for, and that is still on its way. */
		stopDocument: () => stopDocument?.(),
		/** Stops waiting for the response, and checks whether the server answers. */
		giveUp: () => giveUp(),
		/** Lets the pending navigation change nothing, until the step that cancels it has ended it. */
		hold(): void {
			held = current;
		},
	};

	async function dataStrategy({
		request,
		matches,
		fetcherKey,
	}: Parameters<DataStrategyFunction>[0]): ReturnType<DataStrategyFunction> {
		await parts.started;
		const { navigation } = parts.router().state;
		const ids = matches.map(({ route }) => route.id);
		const leaf = ids.at(-1) ?? "";
		if (fetcherKey !== null) return { [leaf]: await ask(request, leaf) };
		if (request.method !== "GET") {
			status.start();
			const result = ask(request, leaf);
			return { [leaf]: await yielding(navigation, request.signal, result) };
		}
		const due = matches.flatMap((match) => (match.shouldCallHandler() ? [match.route.id] : []));
		if (due.length === 0) return {};
		const { location: shown } = parts.router().state;
		const { location: target = shown } = navigation;
		// The page's own `shouldRevalidate` refuses, so only the query of its view changes.
		if (due.join() === LAYOUT_ROUTE_ID && target.pathname === shown.pathname) {
			const view = { ...viewOfState(parts.router().state), query: target.search };
			return { [LAYOUT_ROUTE_ID]: { type: "data", result: view } };
		}
		const result = await visit(request.signal);
		if (result === undefined) return {};
		if (result instanceof Response) return { [leaf]: { type: "data", result } };
		setHandles(matches, result);
		return Object.fromEntries(due.map((id) => [id, resultOfRoute(result, id)]));
	}

	/** Only pages of a site folder have forms and fetchers. */
	async function ask(request: Request, id: string): Promise<DataStrategyResult> {
		const { requestRoute } = await parts.loadPart(() => import("./request-route.ts"));
		return requestRoute(parts, request, id);
	}

	/** @returns A view, or a redirect; `undefined`: the shown view stays. */
	async function visit(signal: AbortSignal): Promise<View | Response | undefined> {
		const { navigation, location: shown } = parts.router().state;
		const { location: target = shown, historyAction } = navigation;
		const isRefresh = navigation.state === "idle";
		const path = createPath(target);
		// The step back to the shown entry that cancels a navigation.
		if (!isRefresh && target.key === shown.key && path === createPath(shown)) return undefined;
		// A refresh of the page that is still shown must not stop the document of the last click.
		if (!isRefresh) stopDocument?.();
		const url = new URL(path, page.location.origin).href;
		const redirects = followed.url === url ? followed.redirects : 0;
		if (!isRefresh && redirects === 0) status.start();
		const outcome = await yielding(navigation, signal, settle(url, signal, isRefresh));
		signal.throwIfAborted();
		followed = { url: "", redirects: 0 };
		switch (outcome.kind) {
			case "page":
			case "error":
				remember(url, outcome);
				return outcome;
			case "redirect": {
				if (redirects === MAX_REDIRECTS) return leave(outcome.url, signal, isRefresh);
				followed = { url: outcome.url, redirects: redirects + 1 };
				const isPush = historyAction === NavigationType.Push && outcome.replace !== true;
				return (isPush && !isRefresh ? redirect : replace)(outcome.url);
			}
			case "document":
				// The document of the last click is still on its way.
				if (isRefresh && stopDocument !== undefined) return undefined;
				if (!isRefresh || !isWithheld()) return leave(outcome.url, signal, isRefresh);
				// The document would also be withheld, and would reload forever.
				parts.cancel("undecided");
				return undefined;
			case "incomplete":
				parts.cancel("incomplete");
				return isRefresh ? undefined : untilAborted(signal);
			case "unreachable":
				return undefined;
		}
	}

	/** Waits for the server. A refresh does not wait: the shown page stays as it is. */
	async function settle(url: string, signal: AbortSignal, isRefresh: boolean): Promise<Outcome> {
		if (isRefresh) return attempt(url, signal);
		for (;;) {
			const outcome = visitedUnless(await attempt(url, signal), url);
			// Another navigation may have started while the server was asked.
			signal.throwIfAborted();
			if (outcome.kind === "page" || outcome.kind === "error") await parts.prepare(signal);
			if (outcome.kind !== "unreachable") return outcome;
			status.waitForServer();
			await Promise.race([new Promise<void>(parts.whenBack), untilAborted(signal)]);
			status.start();
		}
	}

	function visitedUnless(outcome: Outcome, url: string): Outcome {
		const view = outcome.kind === "unreachable" ? visited.get(keyOf(url)) : undefined;
		return view?.kind === "page" ? { ...view, isVisited: true } : outcome;
	}

	async function attempt(url: string, signal: AbortSignal): Promise<Outcome> {
		const controller = new AbortController();
		giveUp = () => controller.abort();
		signal.addEventListener("abort", giveUp);
		const stop = clock.after(EXPIRED_MS, giveUp);
		try {
			const view = loadView(sources, { url, signal: controller.signal });
			return await Promise.race([view, untilAborted(controller.signal)]);
		} catch (cause) {
			signal.throwIfAborted();
			if (!controller.signal.aborted) console.error("A page could not be loaded", cause);
			return await documentIfReachable(sources, { url });
		} finally {
			stop();
		}
	}

	/** As in browsers, a later navigation of the browser itself cancels a click. */
	async function yielding<Result>(
		{ state: phase, historyAction }: Navigation,
		signal: AbortSignal,
		work: Promise<Result>,
	): Promise<Result> {
		const isClick = phase !== "idle" && historyAction !== NavigationType.Pop;
		if (isClick) current = signal;
		const yieldToBrowser = (): void => parts.cancel();
		if (isClick) page.addEventListener("beforeunload", yieldToBrowser);
		// Some browsers do not cache a page with this listener for back and forward.
		const result = await work.finally(() =>
			page.removeEventListener("beforeunload", yieldToBrowser),
		);
		return signal === held ? untilAborted(signal) : result;
	}

	function remember(url: string, view: View): void {
		visited.delete(keyOf(url));
		if (view.kind === "page" && view.page.isWithheld !== true) visited.set(keyOf(url), view);
		for (const oldest of visited.keys()) if (visited.size > MAX_VISITED) visited.delete(oldest);
	}

	function isWithheld(): boolean {
		const view = viewOfState(parts.router().state);
		return view.kind === "page" && view.page.isWithheld === true;
	}

	/** Leaves the app for a document, which a navigation of the router stops. */
	async function leave(url: string, signal: AbortSignal, isRefresh: boolean): Promise<undefined> {
		status.keepWaiting();
		stopDocument = () => {
			stopDocument = undefined;
			page.stop();
		};
		const stop = stopDocument;
		signal.addEventListener("abort", stop);
		const expired = new Promise<void>((resolve) => {
			signal.addEventListener("abort", clock.after(EXPIRED_MS, resolve));
		});
		loadDocument(page, url);
		await Promise.race([expired, untilAborted(signal)]);
		signal.throwIfAborted();
		// A document that takes longer may have been a download: the page stays, and it may still come.
		signal.removeEventListener("abort", stop);
		parts.cancel();
		return isRefresh ? undefined : untilAborted(signal);
	}
}

/** Key of a view among the visited. */
export function keyOf(url: string): string {
	const { pathname, search } = new URL(url);
	return pathname + search;
}
