import { ORIGIN } from "./fake-server.ts";

export interface FakeEntry {
	readonly url: string;
	readonly state: unknown;
	/** Entries of one document, and of what has reloaded it. */
	readonly group: number;
}

export interface FakeWindowParts {
	readonly entry: () => FakeEntry;
	readonly pushEntry: (entry: FakeEntry) => void;
	readonly replaceEntry: (entry: Omit<FakeEntry, "group">) => void;
	readonly traverse: (delta: number) => void;
	readonly leave: (url: string, isGone: () => boolean) => void;
	readonly stop: () => void;
	readonly fetch: (target: string, init: RequestInit) => Promise<Response>;
	readonly events: EventTarget;
	readonly documentEvents: EventTarget;
	/** Session storage. */
	readonly stored: Map<string, string>;
}

/**
 * The members of a window that navigation uses.
 *
 * @param isGone Whether another document has taken the place of this one: then nothing of it works.
 */
export function createFakeWindow(parts: FakeWindowParts, isGone: () => boolean): Window {
	const { entry, documentEvents, events, stored } = parts;
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
		assign: (url: string) => parts.leave(url, isGone),
		reload: () => parts.leave(entry().url, isGone),
	};
	const history = {
		get state() {
			return entry().state;
		},
		pushState(state: unknown, _: string, url: string) {
			if (isGone()) return;
			parts.pushEntry({ state, url: new URL(url, ORIGIN).href, group: entry().group });
		},
		replaceState(state: unknown, _: string, url = entry().url) {
			if (!isGone()) parts.replaceEntry({ state, url: new URL(url, ORIGIN).href });
		},
		go: (delta: number) => {
			if (!isGone()) parts.traverse(delta);
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
		fetch: parts.fetch,
		scrollY: 0,
		scrollTo: () => undefined,
		stop: () => {
			if (!isGone()) parts.stop();
		},
		sessionStorage: {
			getItem: (key: string) => stored.get(key) ?? null,
			setItem: (key: string, value: string) => stored.set(key, value),
		},
		addEventListener: events.addEventListener.bind(events),
		removeEventListener: events.removeEventListener.bind(events),
	};
	// A window has hundreds of others.
	return page as unknown as Window;
}
