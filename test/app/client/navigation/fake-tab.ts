import { createReloadGuard } from "../../../../src/app/client/freshness/reload-guard.ts";
import type { PayloadRequest } from "../../../../src/app/client/navigation/load-payload.ts";
import {
	type Entry,
	isBusy,
	needsServer,
	noticeOf,
	type Tab,
	type Visit,
} from "../../../../src/app/client/navigation/navigation-state.ts";
import {
	createNavigator,
	type Navigator,
	type TabBrowser,
} from "../../../../src/app/client/navigation/navigator.ts";
import { createNetwork } from "../../../../src/app/client/navigation/network.ts";
import type { Notice } from "../../../../src/app/components/navigation-context.ts";
import type { View } from "../../../../src/app/view.ts";
import { pageNotFound } from "../../../../src/shared/page/errors.ts";
import type { Payload } from "../../../../src/shared/page/payload.ts";
import { samplePage } from "../../sample-state.ts";
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
	readonly tab: () => Tab;
	/** What the address bar says. */
	readonly address: () => Entry;
	readonly length: () => number;
	/** Payloads and documents that were asked for. */
	readonly requests: readonly string[];
	readonly isTraversing: () => boolean;
	readonly click: (path: string) => void;
	readonly step: (delta: number) => void;
	/** As the address bar does it: the browser makes the entry. */
	readonly typeHash: (hash: string) => void;
	readonly answer: (kind: "cancel" | "keep-waiting" | "load-document") => void;
	readonly server: (mode: ServerMode) => void;
	readonly deploy: () => void;
	/** As the browser's button does it, if there is a server. */
	readonly reload: () => void;
	/** As the back-forward cache does it. */
	readonly restore: () => void;
	readonly pass: (durationMs: number) => Promise<void>;
	/** Another revision has come, as an author's tab hears. */
	readonly change: () => void;
}

interface FakeEntry extends Entry {
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

/** A browser with one tab and a server, whose time passes when it is told to. */
export function createFakeTab(path = "/a"): FakeTab {
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
	const entries: FakeEntry[] = [{ url: ORIGIN + path, index: 0, group: 0 }];
	const requests: string[] = [];
	const reloads = createReloadGuard({ page: {}, now: clock.now });
	let current = 0;
	let mode: ServerMode = "up";
	let liveBuild = 1;
	let modeSince = 0;
	let traversals = 0;
	let cancelDocument = (): void => undefined;
	/** While a page is loaded again: the last visit before. */
	let reloadedAfter: number | undefined;
	let waiters: Set<() => void>;
	let navigator: Navigator;
	let documentId = 0;
	loadDocument();

	function loadDocument(): void {
		// Where the page before was on its way to goes with it.
		cancelDocument();
		documentId += 1;
		const id = documentId;
		const ownBuild = liveBuild;
		const at = address();
		// Another document cannot be stepped into: its entries are loaded in full.
		waiters = new Set();
		const own = createNavigator(at);
		navigator = own;
		const send: Navigator["send"] = (event) => {
			if (id === documentId) own.send(event);
		};
		const online = (): void => send({ kind: "online" });
		const network = createNetwork({
			basePath: "",
			loadPage: async () => ({ Page: () => null }),
			isFor: async () => true,
			redirectFor: () => undefined,
			isStale: () => own.tab().isStale,
			isReachable: async () => {
				await delay(5);
				return mode === "up" || mode === "slow";
			},
			claimReload: reloads.claim,
			async loadPayload(request) {
				const answer = await fetchPayload(request);
				if (answer !== undefined && answer !== "unreachable") {
					send({ kind: "deploy", isStale: liveBuild !== ownBuild });
				}
				return answer;
			},
		});
		const view = viewOf(serverPath(pathOf(at.url)));
		network.cache(at.url, view);
		present(view, at.url);
		const browser: TabBrowser = {
			prepare: () => delay(16),
			show: (visit, shown) => {
				if (id === documentId) render(visit, shown ?? currentView());
			},
			arrive({ view: arrived, entry: shown, how, isPlace }) {
				if (id !== documentId) return;
				if (!isPlace) {
					if (how !== "refresh" || seen.title !== titleOf(arrived)) announce(titleOf(arrived));
					seen.title = titleOf(arrived);
					const { pathname, search } = new URL(shown.url);
					seen.viewed = pathname + search;
				}
				if (how === "refresh") return;
				const { hash } = new URL(shown.url);
				if (hash !== "") seen.focus = hash.slice(1);
				else if (!isPlace) seen.focus = "h1";
			},
			go(from, to) {
				if (id === documentId && to.index !== from.index) traverse(to.index - from.index);
			},
			leave(url) {
				if (id !== documentId) return;
				// Between the question whether the server is there and the next, it may go away.
				if (isAway() && clock.now() > modeSince) seen.lost = `${url} while the server was ${mode}`;
				cancelDocument();
				const load = (): void => {
					if (mode !== "up" && mode !== "slow") {
						cancelDocument = clock.after(1000, load);
						return;
					}
					requests.push(`document ${pathOf(url)}`);
					if (withoutHash(url) === withoutHash(entry().url)) replaceEntry({ url: finalUrl(url) });
					else pushEntry({ url: finalUrl(url), index: 0, group: entries.length + documentId });
					loadDocument();
				};
				cancelDocument = clock.after(30, load);
			},
			stop() {
				if (id === documentId) cancelDocument();
			},
			adopt(adopted) {
				if (id === documentId) replaceEntry(adopted);
			},
		};
		let shownView = view;

		function currentView(): View {
			return shownView;
		}

		function render(visit: Visit, next: View): void {
			shownView = next;
			seen.heading = titleOf(next);
			if (visit.how === "refresh") {
				send({ kind: "rendered", visit, view: next });
				return;
			}
			if (visit.how === "push" && visit.id <= (reloadedAfter ?? -1)) {
				seen.lost = `the order of entries: ${visit.url} came during a reload`;
			}
			if (visit.how === "push") pushEntry({ url: visit.url, index: entry().index + 1 });
			else replaceEntry({ url: visit.url });
			send({ kind: "rendered", visit, view: next, entry: address() });
		}

		own.start({
			clock,
			network,
			browser,
			isWithheld: false,
			onTransition(tab) {
				if (id !== documentId) return;
				seen.notice = noticeOf(tab);
				seen.isBusy = isBusy(tab);
				if (!needsServer(tab) || waiters.has(online)) return;
				waiters.add(online);
				ask(online);
			},
		});

		function ask(waiter: () => void): void {
			clock.after(2000, () => {
				if (mode !== "up" && mode !== "slow") {
					ask(waiter);
					return;
				}
				waiters.delete(waiter);
				waiter();
			});
		}
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

	function address(): Entry {
		const { url, index } = entry();
		return { url, index };
	}

	function pushEntry(next: Partial<FakeEntry>): void {
		const made = { ...entry(), ...next };
		current += 1;
		entries.splice(current, entries.length, made);
	}

	function replaceEntry({ url }: Pick<Entry, "url">): void {
		entries[current] = { ...entry(), url };
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
			if (entry().group === group) navigator.send({ kind: "pop", entry: address() });
			else loadDocument();
		});
	}

	function reload(): void {
		if (mode !== "up" && mode !== "slow") return;
		cancelDocument();
		reloadedAfter = navigator.tab().lastId;
		navigator.send({ kind: "unload" });
		traversals += 1;
		const stop = clock.after(30, loadDocument);
		cancelDocument = () => {
			cancelDocument = () => undefined;
			reloadedAfter = undefined;
			traversals -= 1;
			stop();
		};
	}

	async function fetchPayload({ path: wanted, query, signal }: PayloadRequest) {
		requests.push(wanted + query);
		if (mode === "gateway") return delay(5).then(() => "unreachable" as const);
		if (mode === "down") return delay(5).then(() => undefined);
		if (mode === "stalled") return untilAborted(signal);
		await Promise.race([delay(mode === "slow" ? 9000 : 20), untilAborted(signal)]);
		return isAway() ? undefined : payloadOf(wanted);
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
		tab: () => navigator.tab(),
		address,
		length: () => entries.length,
		isTraversing: () => traversals > 0,
		click: (to) => navigator.send({ kind: "click", url: new URL(to, entry().url).href }),
		step: traverse,
		typeHash(hash) {
			const url = withoutHash(entry().url) + hash;
			if (url === entry().url) return;
			pushEntry({ url, index: entry().index + 1 });
			navigator.send({ kind: "pop", entry: address() });
		},
		answer: (kind) => navigator.send({ kind }),
		server(next) {
			mode = next;
			modeSince = clock.now();
		},
		deploy() {
			liveBuild += 1;
		},
		change: () => navigator.send({ kind: "changed" }),
		reload,
		restore: () => navigator.send({ kind: "restored" }),
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
	if (to !== undefined) return { kind: "redirect", to, status: 307 };
	if (path === "/file") return { kind: "document" };
	const view = viewOf(path);
	return view.kind === "error" ? view : samplePage({ path, title: `Page ${path}` });
}

function pathOf(url: string): string {
	const { pathname, search, hash } = new URL(url);
	return pathname + search + hash;
}

function withoutHash(url: string): string {
	return url.split("#", 1)[0] ?? url;
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
	return new Promise((_, reject) => {
		signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
	});
}
