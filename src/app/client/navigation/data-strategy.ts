import {
	createPath,
	type DataRouter,
	type DataStrategyFunction,
	type Location,
	NavigationType,
	redirect,
	replace,
} from "react-router";
import type { Notice } from "../../components/navigation-context.ts";
import { resultOfRoute } from "../../router.tsx";
import { type View, viewOfState } from "../../view.ts";
import type { Clock } from "../browser-clock.ts";
import { documentIfReachable, loadView, type Outcome, type ViewSources } from "./load-view.ts";
import { type RouteRequestParts, requestRoute } from "./request-route.ts";

export interface DataStrategyParts extends RouteRequestParts {
	readonly page: Window;
	readonly clock: Clock;
	readonly router: () => DataRouter;
	readonly sources: ViewSources;
	/** Views of this tab by path and query, for visits without a server. */
	readonly visited: Map<string, View>;
	/** Settles when the page is hydrated. */
	readonly started: Promise<void>;
	/** Prepares the change of the page, such as an animation. */
	readonly prepare: (signal: AbortSignal) => Promise<void>;
	/** Called when the status of the pending navigation changes. */
	readonly onPending: (pending: Pending) => void;
	/** Ends the pending navigation; the shown page stays. */
	readonly cancel: (problem?: Notice) => void;
}

/** What the visitor sees of a pending navigation. */
export interface Pending {
	/** Whether 200 ms have passed: progress is shown. */
	readonly isLate: boolean;
	/** Whether the browser loads a document. */
	readonly isLeaving: boolean;
	readonly notice: Notice | undefined;
	/** Stops waiting for the response, and checks whether the server answers. */
	readonly giveUp: () => void;
}

type Patience = ReturnType<typeof createPatience>;

/** A faster navigation shows no progress. */
const LATE_MS = 200;

/** Then the visitor can choose to wait or to load the document. */
const SLOW_MS = 8000;

const EXPIRED_MS = 30_000;

interface Loaded {
	readonly url: string;
	readonly view: View;
}

/** The Fetch standard's limit is 20; rules with longer chains than this are refused. */
const MAX_REDIRECTS = 10;

/** Maximum number of visited views; the oldest are dropped. */
const MAX_VISITED = 50;

/**
 * Loads the data of all routes with one request. A navigation without a server stays pending until
 * the server answers or the visitor cancels it, so that the readable page stays.
 */
export function createDataStrategy(parts: DataStrategyParts): DataStrategyFunction {
	const { page, sources, visited } = parts;
	/** The view behind a redirect that the router is about to follow. */
	let ready: Loaded | undefined;
	let stopDocument = (): void => undefined;

	return async ({ request, matches, fetcherKey }) => {
		await parts.started;
		const ids = matches.map(({ route }) => route.id);
		const leaf = ids.at(-1) ?? "";
		if (fetcherKey !== null || request.method !== "GET") {
			const patience = createPatience(parts, request.signal, fetcherKey !== null);
			return { [leaf]: await requestRoute(parts, request, leaf).finally(patience.end) };
		}
		if (!matches.some((match) => match.shouldCallHandler())) return {};
		const result = await visit(request.signal);
		if (result === undefined) return {};
		if (result instanceof Response) return { [leaf]: { type: "data", result } };
		return Object.fromEntries(ids.map((id) => [id, resultOfRoute(result, id)]));
	};

	/** @returns A view, or a redirect; `undefined`: the shown view stays. */
	async function visit(signal: AbortSignal): Promise<View | Response | undefined> {
		const { navigation, location: shown } = parts.router().state;
		const { location: target = shown, historyAction, formMethod } = navigation;
		const isRefresh = navigation.state === "idle";
		const url = new URL(createPath(target), page.location.origin).href;
		const followed = ready;
		ready = undefined;
		stopDocument();
		if (!isRefresh && formMethod === undefined && isHashOnly(target, shown)) return undefined;
		if (followed?.url === url) return followed.view;
		const loaded = await settle(url, signal, isRefresh);
		if (loaded === undefined || loaded.url === url) return loaded?.view;
		ready = loaded;
		return (isRefresh || historyAction === NavigationType.Pop ? replace : redirect)(loaded.url);
	}

	/** Follows redirects, waits for the server, and leaves the app for a document. */
	async function settle(
		url: string,
		signal: AbortSignal,
		isRefresh: boolean,
	): Promise<Loaded | undefined> {
		const patience = createPatience(parts, signal, isRefresh);
		try {
			for (let at = url, redirects = 0; ; ) {
				const outcome = await attempt(at, patience);
				signal.throwIfAborted();
				const view = viewOf(at, outcome, isRefresh);
				if (view !== undefined) {
					if (!isRefresh) await parts.prepare(signal);
					return { url: at, view };
				}
				if (outcome.kind === "redirect" && redirects < MAX_REDIRECTS) {
					redirects += 1;
					at = outcome.url;
				} else if (outcome.kind === "unreachable" && !isRefresh) {
					await patience.waitFor(new Promise<void>(parts.whenBack));
				} else {
					await end(at, outcome, patience);
					return isRefresh ? undefined : await untilAborted(signal);
				}
			}
		} finally {
			patience.end();
		}
	}

	async function attempt(url: string, patience: Patience): Promise<Outcome> {
		const signal = patience.signal();
		try {
			return await Promise.race([loadView(sources, { url, signal }), untilAborted(signal)]);
		} catch (cause) {
			if (signal.aborted) return documentIfReachable(sources);
			console.error("A page could not be loaded", cause);
			return { kind: "document" };
		}
	}

	/** @returns The loaded view, or without a server the visited one. */
	function viewOf(url: string, outcome: Outcome, isRefresh: boolean): View | undefined {
		const { pathname, search } = new URL(url);
		const key = pathname + search;
		if (outcome.kind === "unreachable" && !isRefresh) {
			const view = visited.get(key);
			return view?.kind === "page" ? { ...view, isVisited: true } : undefined;
		}
		if (outcome.kind !== "view") return undefined;
		const { view } = outcome;
		visited.delete(key);
		if (view.kind === "page" && view.page.isWithheld !== true) visited.set(key, view);
		for (const oldest of visited.keys()) if (visited.size > MAX_VISITED) visited.delete(oldest);
		return view;
	}

	/** Ends a navigation that shows nothing: a document follows, or a notice. */
	async function end(at: string, outcome: Outcome, patience: Patience): Promise<void> {
		const view = viewOfState(parts.router().state);
		const isWithheld = view.kind === "page" && view.page.isWithheld === true;
		if (outcome.kind === "incomplete") parts.cancel("incomplete");
		// The document would also be withheld, and would reload forever.
		else if (patience.isQuiet && isWithheld) parts.cancel("undecided");
		else if (outcome.kind !== "unreachable") {
			await leave(outcome.kind === "document" ? (outcome.url ?? at) : at, patience);
		}
	}

	async function leave(url: string, patience: Patience): Promise<void> {
		patience.leave();
		stopDocument = () => {
			stopDocument = () => undefined;
			page.stop();
		};
		loadDocument(page, url);
		// A document that takes longer may have been a download, and is not stopped.
		if (await patience.isExpired()) parts.cancel();
		else stopDocument();
	}
}

/** Measures how long the visitor waits. @param isQuiet Whether the visitor sees nothing of it. */
function createPatience(
	{ clock, onPending }: Pick<DataStrategyParts, "clock" | "onPending">,
	ending: AbortSignal,
	isQuiet: boolean,
) {
	let timers: readonly (() => void)[] = [];
	let expiry = new AbortController();
	let pending: Pending;
	ending.addEventListener("abort", () => expiry.abort());
	start({});
	return {
		isQuiet,
		end,
		/** Aborts when the navigation ends, and when it takes too long. */
		signal: () => expiry.signal,
		leave: () => start({ isLeaving: true, isLate: pending.isLate }),
		/** Waits for the server; then the time starts again. */
		async waitFor(server: Promise<void>): Promise<void> {
			end();
			update({ isLate: false, notice: "waiting" });
			await Promise.race([server, untilAborted(ending)]);
			start({});
		},
		/** @returns Whether the time passed; `false`: another navigation started. */
		async isExpired(): Promise<boolean> {
			await untilAborted(expiry.signal).catch(() => undefined);
			return !ending.aborted;
		},
	};

	function start(change: Partial<Pending>): void {
		end();
		expiry = new AbortController();
		const giveUp = (): void => expiry.abort();
		pending = { isLate: false, isLeaving: false, notice: undefined, giveUp };
		update(change);
		timers = [
			clock.after(LATE_MS, () => update({ isLate: true })),
			clock.after(SLOW_MS, () => update(pending.isLeaving ? {} : { notice: "slow" })),
			clock.after(EXPIRED_MS, giveUp),
		];
	}

	function end(): void {
		for (const cancel of timers) cancel();
	}

	function update(change: Partial<Pending>): void {
		pending = { ...pending, ...change };
		if (!isQuiet && !ending.aborted) onPending(pending);
	}
}

/** Rejects when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<never> {
	const { promise, reject } = Promise.withResolvers<never>();
	if (signal.aborted) reject(signal.reason);
	signal.addEventListener("abort", () => reject(signal.reason));
	return promise;
}
/** Whether a navigation leads to a place on the shown page, so that nothing is loaded. */
function isHashOnly(target: Location, shown: Location): boolean {
	if (target.pathname + target.search !== shown.pathname + shown.search) return false;
	return target.hash !== shown.hash || target.hash !== "" || target.key === shown.key;
}

/**
 * Leaves the app for a document. After a step through the history the address is already the
 * destination's, and an assignment that changes only the fragment loads nothing: then it reloads.
 */
function loadDocument({ location, history }: Window, url: string): void {
	if (url.split("#", 1)[0] !== location.href.split("#", 1)[0]) {
		location.assign(url);
		return;
	}
	if (url !== location.href) history.replaceState(history.state, "", url);
	location.reload();
}
