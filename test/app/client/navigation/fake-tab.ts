import { createPath, type DataRouter } from "react-router";
import type { Arrival } from "../../../../src/app/client/navigation/browser-routes.tsx";
import {
	createTabNavigation,
	type TabNavigation,
} from "../../../../src/app/client/navigation/tab-navigation.ts";
import type { Notice, NoticeAnswer } from "../../../../src/app/components/navigation-context.ts";
import { type View, viewOfState } from "../../../../src/app/view.ts";
import { pageNotFound } from "../../../../src/shared/page/errors.ts";
import { BUILD_HEADER, type Payload } from "../../../../src/shared/page/payload.ts";
import { samplePage, sampleState } from "../../sample-state.ts";
import { createManualClock } from "../manual-clock.ts";

/** How the server answers: at once, after a while, never, through a proxy that finds it gone, or not at all. */
export type ServerMode = "up" | "slow" | "stalled" | "gateway" | "down";

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

interface FakeEntry {
	readonly url: string;
	readonly state: unknown;
	/** Entries of one document, and of what has reloaded it. */
	readonly group: number;
}

const ORIGIN = "https://site.example";

/** Two pages redirect, one is missing, one is a file. */
const REDIRECTS: Readonly<Record<string, string>> = {
	"/moved": "/b",
	"/chain": "/moved",
	"/loop": "/loop",
};

/** A link that the page's script finds around a click. */
class FakeLink {
	readonly target = "";
	readonly href: string;
	readonly origin: string;
	readonly pathname: string;
	readonly ownerDocument = { querySelector: () => null };

	constructor(url: URL) {
		({ href: this.href, origin: this.origin, pathname: this.pathname } = url);
	}

	closest(): this {
		return this;
	}

	hasAttribute(): boolean {
		return false;
	}

	setAttribute(): void {}
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
	const requests: string[] = [];
	const stored = new Map<string, string>();
	const removed = new Set<string>();
	let current = 0;
	let mode: ServerMode = "up";
	let liveBuild = 1;
	let modeSince = 0;
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
		const ownBuild = liveBuild;
		const isGone = (): boolean => id !== documentId;
		const waiters = new Set<() => void>();
		events = new EventTarget();
		documentEvents = new EventTarget();
		const at = entry().url;
		const view = viewOf(serverPath(pathOf(at)));
		present(view, at);
		const own = await createTabNavigation({
			page: createWindow(isGone),
			state: sampleState({
				buildId: `build-${ownBuild}`,
				payload: documentOf(serverPath(pathOf(at))),
			}),
			clock,
			connection: {
				isReachable: async () => {
					await delay(5);
					return isUp();
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
			prepare: () => delay(16),
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
				if (!isUp()) return ask(waiter);
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

	function createWindow(isGone: () => boolean): Window {
		const location = {
			get href() {
				return entry().url;
			},
			get origin() {
				return ORIGIN;
			},
			get pathname() {
				return new URL(entry().url).pathname;
			},
			get search() {
				return new URL(entry().url).search;
			},
			get hash() {
				return new URL(entry().url).hash;
			},
			assign: (url: string) => leave(url, isGone),
			reload: () => leave(entry().url, isGone),
		};
		const history = {
			get state() {
				return entry().state;
			},
			pushState(state: unknown, _: string, url: string) {
				if (isGone()) return;
				if (reloadedWith !== undefined && reloadedWith === Object(state).key)
					seen.lost = `the order of entries: ${url} came during a reload`;
				pushEntry({ state, url: new URL(url, ORIGIN).href, group: entry().group });
			},
			replaceState(state: unknown, _: string, url = entry().url) {
				if (!isGone()) replaceEntry({ state, url: new URL(url, ORIGIN).href });
			},
			go: (delta: number) => {
				if (!isGone()) traverse(delta);
			},
		};
		const document = {
			querySelector: () => null,
			createElement: () => null,
			addEventListener: documentEvents.addEventListener.bind(documentEvents),
		};
		const page = {
			location,
			history,
			document,
			fetch: fetchPayload,
			scrollY: 0,
			scrollTo: () => undefined,
			stop: () => {
				if (!isGone()) cancelDocument();
			},
			sessionStorage: {
				getItem: (key: string) => stored.get(key) ?? null,
				setItem: (key: string, value: string) => stored.set(key, value),
			},
			addEventListener: events.addEventListener.bind(events),
			removeEventListener: events.removeEventListener.bind(events),
		};
		// The members that navigation uses.
		return page as unknown as Window;
	}

	function leave(url: string, isGone: () => boolean): void {
		if (isGone()) return;
		// Between the question whether the server is there and the next, it may go away.
		if (isAway() && clock.now() > modeSince) seen.lost = `${url} while the server was ${mode}`;
		cancelDocument();
		const load = (): unknown => {
			if (!isUp()) {
				cancelDocument = clock.after(1000, load);
				return;
			}
			requests.push(`document ${pathOf(url)}`);
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
		if (!isUp()) return;
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

	async function fetchPayload(target: string, { signal }: RequestInit): Promise<Response> {
		const { pathname, searchParams } = new URL(target, ORIGIN);
		const wanted = pathname.replace(/\/?_payload\.json$/, "") || "/";
		const [, ...query] = [...searchParams].map(([key, value]) => `${key}=${value}`);
		requests.push(wanted + (query.length === 0 ? "" : `?${query.join("&")}`));
		if (mode === "stalled") return untilAborted(signal);
		if (!isUp()) {
			await delay(5);
			if (mode === "gateway") return new Response(null, { status: 503 });
			throw new TypeError("Failed to fetch");
		}
		await Promise.race([delay(mode === "slow" ? 9000 : 20), untilAborted(signal)]);
		if (isAway()) throw new TypeError("Failed to fetch");
		const headers = { [BUILD_HEADER]: `build-${liveBuild}` };
		return Response.json(payloadOf(removed.has(wanted) ? "/missing" : wanted), { headers });
	}

	function isUp(): boolean {
		return mode === "up" || mode === "slow";
	}

	function isAway(): boolean {
		return mode === "down" || mode === "gateway";
	}

	function delay(durationMs: number): Promise<void> {
		return new Promise((resolve) => {
			clock.after(durationMs, resolve);
		});
	}

	return {
		seen,
		requests,
		router: () => navigation.router,
		address: () => entry().url,
		length: () => entries.length,
		isTraversing: () => traversals > 0,
		click(to) {
			const click = new Event("click", { cancelable: true });
			const link = new FakeLink(new URL(to, entry().url));
			Object.defineProperties(click, { target: { value: link }, button: { value: 0 } });
			documentEvents.dispatchEvent(click);
		},
		step: traverse,
		typeHash(hash) {
			const url = withoutHash(entry().url) + hash;
			if (url === entry().url) return;
			pushEntry({ url, state: null, group: entry().group });
			popState();
		},
		answer: (kind) => navigation.status.answer(kind),
		server(next) {
			mode = next;
			modeSince = clock.now();
		},
		deploy() {
			liveBuild += 1;
		},
		remove: (gone) => removed.add(gone),
		change: () => navigation.refresh(),
		reload,
		restore: () => events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })),
		pass: clock.pass,
	};
}

/** What a path comes to on the server, redirects followed. */
export function serverPath(path: string): string {
	const [pathname = "", hash] = path.split("#");
	const target = REDIRECTS[pathname];
	const fragment = hash === undefined ? "" : `#${hash}`;
	return target === undefined || target === pathname ? path : serverPath(target + fragment);
}

export function titleAt(path: string): string {
	return titleOf(viewOf(serverPath(path)));
}

function titleOf(view: View): string {
	return view.kind === "page" ? view.page.title : view.error.message;
}

function finalUrl(url: string): string {
	return ORIGIN + serverPath(pathOf(url));
}

function viewOf(path: string): View {
	const pathname = path.split(/[?#]/, 1)[0] ?? "";
	if (pathname === "/missing") {
		return { kind: "error", error: pageNotFound(pathname), navigation: NO_NAVIGATION };
	}
	const page = samplePage({ path: pathname, title: `Page ${pathname}` });
	return { ...page, Page: () => null, params: {}, query: "" };
}

const NO_NAVIGATION = { sections: [], sidebar: [] };

function payloadOf(path: string): Payload {
	const to = REDIRECTS[path];
	return to === undefined ? documentOf(path) : { kind: "redirect", to, status: 307 };
}

/** The payload in a document. */
function documentOf(path: string): Payload {
	const view = viewOf(path);
	return view.kind === "error" ? view : { ...view };
}

function pathOf(url: string): string {
	const { pathname, search, hash } = new URL(url);
	return pathname + search + hash;
}

function withoutHash(url: string): string {
	return url.split("#", 1)[0] ?? url;
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
	return new Promise((_, reject) => {
		signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
	});
}
