import { createPath, type DataRouter } from "react-router";
import type { Arrival } from "../../../../src/app/client/navigation/browser-routes.tsx";
import {
	createTabNavigation,
	type TabNavigation,
} from "../../../../src/app/client/navigation/tab-navigation.ts";
import type { Notice, NoticeAnswer } from "../../../../src/app/components/navigation-context.ts";
import { type View, viewOfState } from "../../../../src/app/view.ts";
import { sampleState } from "../../sample-state.ts";
import { createManualClock } from "../manual-clock.ts";
import { clickLink, FakeLink } from "./fake-link.ts";
import {
	createFakeServer,
	documentOf,
	finalUrl,
	ORIGIN,
	pathOf,
	type ServerMode,
	serverPath,
	titleOf,
	viewOf,
	withoutHash,
} from "./fake-server.ts";
import { createFakeWindow, type FakeEntry } from "./fake-window.ts";

/** What is seen, heard and written down of one tab. */
export interface Seen {
	title: string;
	heading: string;
	announced: string;
	/** `h1` or the id of a target. */
	focus: string;
	/** Address of the last page view, path and query. */
	viewed: string;
	notice: Notice | undefined;
	isBusy: boolean;
	/** Why something that could be read was replaced by something that cannot. */
	lost: string | undefined;
	/** Everything that was announced, in order. */
	readonly sentences: string[];
}

export interface FakeTab {
	readonly seen: Seen;
	readonly router: () => DataRouter;
	/** What the address bar says. */
	readonly address: () => string;
	readonly length: () => number;
	/** Payloads and documents that were asked for. */
	readonly requests: readonly string[];
	readonly isTraversing: () => boolean;
	readonly click: (path: string) => void;
	readonly step: (delta: number) => void;
	/** As the address bar does it: the browser makes the entry. */
	readonly typeHash: (hash: string) => void;
	readonly answer: (kind: NoticeAnswer) => void;
	readonly server: (mode: ServerMode) => void;
	readonly deploy: () => void;
	/** The author deletes a page. */
	readonly remove: (path: string) => void;
	/** As the browser's button does it, if there is a server. */
	readonly reload: () => void;
	/** As the back-forward cache does it. */
	readonly restore: () => void;
	readonly pass: (durationMs: number) => Promise<void>;
	/** Another revision has come, as an author's tab hears. */
	readonly change: () => void;
}

/** A browser with one tab and a server, whose time passes when it is told to. */
export async function createFakeTab(path = "/a"): Promise<FakeTab> {
	Object.assign(globalThis, { Element: FakeLink, HTMLAnchorElement: FakeLink });
	const clock = createManualClock();
	const seen: Seen = {
		title: "",
		heading: "",
		announced: "",
		focus: "",
		viewed: "",
		notice: undefined,
		isBusy: false,
		lost: undefined,
		sentences: [],
	};
	const entries: FakeEntry[] = [{ url: ORIGIN + path, state: null, group: 0 }];
	const server = createFakeServer(clock);
	const stored = new Map<string, string>();
	let current = 0;
	let traversals = 0;
	let cancelDocument = (): void => undefined;
	/** While a page is loaded again: the navigation that was pending before. */
	let reloadedWith: string | undefined;
	let navigation: TabNavigation;
	let events: EventTarget;
	let documentEvents: EventTarget;
	let documentId = 0;
	await loadDocument();

	async function loadDocument(): Promise<void> {
		// Where the page before was on its way to goes with it.
		cancelDocument();
		documentId += 1;
		const id = documentId;
		const buildId = server.buildId();
		const isGone = (): boolean => id !== documentId;
		const waiters = new Set<() => void>();
		events = new EventTarget();
		documentEvents = new EventTarget();
		const at = entry().url;
		const view = viewOf(serverPath(pathOf(at)));
		present(view, at);
		const own = await createTabNavigation({
			page: createFakeWindow(
				{
					entry,
					pushEntry,
					replaceEntry,
					traverse,
					leave,
					stop: () => cancelDocument(),
					fetch: server.fetchPayload,
					events,
					documentEvents,
					stored,
				},
				isGone,
			),
			state: sampleState({ buildId, payload: documentOf(serverPath(pathOf(at))) }),
			clock,
			connection: {
				isReachable: async () => {
					await server.delay(5);
					return server.isUp();
				},
				whenBack(waiter) {
					if (!waiters.has(waiter)) ask(waiter);
					waiters.add(waiter);
				},
				loadPart: (load) => load(),
			},
			loadPage: async () => ({ Page: () => null }),
			isFor: async () => true,
			redirectFor: () => undefined,
			takePrefetched: () => undefined,
			prepare: () => server.delay(16),
			onReturn: () => undefined,
			onArrival: () => undefined,
		});
		navigation = own;
		const { router, status } = own;
		let shown = { view: viewOfState(router.state), location: router.state.location };
		router.subscribe(({ location, loaderData }) => {
			if (isGone()) return;
			const before = shown;
			shown = { view: viewOfState({ loaderData }), location };
			const isHashOnly = shown.view === before.view;
			if (isHashOnly && createPath(location) === createPath(before.location)) return;
			arrive({ ...shown, isHashOnly, isRefresh: location === before.location });
		});
		status.subscribe(() => {
			if (isGone()) return;
			seen.notice = status.notice();
			seen.isBusy = status.isBusy();
		});
		own.start();

		function ask(waiter: () => void): void {
			clock.after(2000, () => {
				if (isGone()) return;
				if (!server.isUp()) return ask(waiter);
				waiters.delete(waiter);
				waiter();
			});
		}
	}

	/** What React and `arrive.ts` do, at once. */
	function arrive({ view, location, isHashOnly, isRefresh }: Arrival): void {
		seen.heading = titleOf(view);
		if (!isHashOnly) {
			if (!isRefresh || seen.title !== titleOf(view)) announce(titleOf(view));
			seen.title = titleOf(view);
			seen.viewed = location.pathname + location.search;
		}
		if (isRefresh) return;
		if (location.hash !== "") seen.focus = location.hash.slice(1);
		else if (!isHashOnly) seen.focus = "h1";
	}

	function leave(url: string, isGone: () => boolean): void {
		if (isGone()) return;
		// Between the question whether the server is there and the next, it may go away.
		const gone = server.goneAs();
		if (gone !== undefined) seen.lost = `${url} while the server was ${gone}`;
		cancelDocument();
		const load = (): unknown => {
			if (!server.isUp()) {
				cancelDocument = clock.after(1000, load);
				return;
			}
			server.requests.push(`document ${pathOf(url)}`);
			const entryOfUrl = { url: finalUrl(url), state: null };
			if (withoutHash(url) === withoutHash(entry().url)) replaceEntry(entryOfUrl);
			else pushEntry({ ...entryOfUrl, group: entries.length + documentId });
			return loadDocument();
		};
		cancelDocument = clock.after(30, load);
	}

	function present(view: View, url: string): void {
		const { pathname, search, hash } = new URL(url);
		seen.title = titleOf(view);
		seen.heading = titleOf(view);
		seen.viewed = pathname + search;
		seen.notice = undefined;
		seen.isBusy = false;
		seen.focus = hash === "" ? "h1" : hash.slice(1);
		announce(titleOf(view));
	}

	function announce(sentence: string): void {
		seen.announced = sentence;
		seen.sentences.push(sentence);
	}

	function entry(): FakeEntry {
		const found = entries[current];
		if (found === undefined) throw new RangeError(`There is no entry ${current}`);
		return found;
	}

	function pushEntry(next: FakeEntry): void {
		if (reloadedWith !== undefined && reloadedWith === Object(next.state).key)
			seen.lost = `the order of entries: ${next.url} came during a reload`;
		current += 1;
		entries.splice(current, entries.length, next);
	}

	function replaceEntry(next: Omit<FakeEntry, "group">): void {
		entries[current] = { ...entry(), ...next };
	}

	/** Browsers carry steps out one after the other, some time after they were asked for. */
	function traverse(delta: number): void {
		traversals += 1;
		clock.after(4, () => {
			traversals -= 1;
			const target = current + delta;
			const { group } = entry();
			if (entries[target] === undefined) return;
			current = target;
			if (entry().group === group) popState();
			else void loadDocument();
		});
	}

	function popState(): void {
		events.dispatchEvent(Object.assign(new Event("popstate"), { state: entry().state }));
	}

	function reload(): void {
		if (!server.isUp()) return;
		cancelDocument();
		reloadedWith = navigation.router.state.navigation.location?.key;
		events.dispatchEvent(new Event("beforeunload"));
		traversals += 1;
		const stop = clock.after(30, () => void loadDocument());
		cancelDocument = () => {
			cancelDocument = () => undefined;
			reloadedWith = undefined;
			traversals -= 1;
			stop();
		};
	}

	return {
		seen,
		requests: server.requests,
		router: () => navigation.router,
		address: () => entry().url,
		length: () => entries.length,
		isTraversing: () => traversals > 0,
		click: (to) => clickLink(documentEvents, new URL(to, entry().url)),
		step: traverse,
		typeHash(hash) {
			const url = withoutHash(entry().url) + hash;
			if (url === entry().url) return;
			pushEntry({ url, state: null, group: entry().group });
			popState();
		},
		answer: (kind) => navigation.status.answer(kind),
		server: server.set,
		deploy: server.deploy,
		remove: server.remove,
		change: () => navigation.refresh(),
		reload,
		restore: () => events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })),
		pass: clock.pass,
	};
}
