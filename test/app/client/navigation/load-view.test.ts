import { expect, test } from "vitest";
import {
	type Exits,
	loadView,
	type ViewSources,
} from "../../../../src/app/client/navigation/load-view.ts";
import type { View } from "../../../../src/app/view.ts";
import type { PagePayload, Payload } from "../../../../src/shared/page/payload.ts";

const URL_OF_PAGE = "https://site.example/base/guide?a=1";

test("a page that came whole is shown, and the app is not left", async () => {
	const { view, log } = await visit({});

	expect(view).toMatchObject({ kind: "page", query: "?a=1" });
	expect(log).toEqual(["payload /guide?a=1", "page page"]);
});

test("a stale tab loads the destination in full, with its hash, before it asks for anything", async () => {
	const { log } = await visit({ isStale: () => true });

	expect(log).toEqual(["probe", "claim /base/guide", `document ${URL_OF_PAGE}#part`]);
});

test("data requests are checked: a payload of another build is not looked at", async () => {
	let stale = false;
	const { log } = await visit({
		isStale: () => stale,
		onPayload: () => {
			stale = true;
		},
		payload: failure(),
	});

	expect(log).toEqual(["payload /guide?a=1", "claim /base/guide", `document ${URL_OF_PAGE}#part`]);
});

test("a stale tab that was loaded a moment ago goes on in the app", async () => {
	const { view } = await visit({ isStale: () => true, claimReload: () => false });

	expect(view).toMatchObject({ kind: "page" });
});

test("a stale tab without a server stays", async () => {
	const { log } = await visit({ isStale: () => true, isReachable: async () => false });

	expect(log).toEqual([
		"stay You seem to be offline: this page stays until the connection is back",
	]);
});

test("no payload, but a server: the destination is loaded in full, without a claim", async () => {
	const { log } = await visit({ payload: undefined });

	expect(log).toEqual(["payload /guide?a=1", "probe", `document ${URL_OF_PAGE}#part`]);
});

test("no payload and no server: the page stays", async () => {
	const { log } = await visit({ payload: undefined, isReachable: async () => false });

	expect(log.at(-1)).toMatch(/^stay .*offline/);
});

test("a lost chunk: the destination is loaded in full", async () => {
	const { log } = await visit({ isChunkLost: true });

	expect(log).toEqual([
		"payload /guide?a=1",
		"page page",
		"probe",
		"claim /base/guide",
		`document ${URL_OF_PAGE}#part`,
	]);
});

test("a chunk that is lost again right afterwards: the page stays and says so", async () => {
	const { log } = await visit({ isChunkLost: true, claimReload: () => false });

	expect(log.at(-1)).toMatch(/^stay A part of that page is missing/);
});

test("what is no page of the app is the browser's", async () => {
	const { log } = await visit({ payload: { kind: "document" } });

	expect(log).toEqual(["payload /guide?a=1", `document ${URL_OF_PAGE}#part`]);
});

test("a rule redirects before anything is fetched", async () => {
	const { log } = await visit({ redirectFor: () => "/base/new?a=1" });

	expect(log).toEqual(["redirect https://site.example/base/new?a=1#part"]);
});

test("an unknown middleware name is an error of the page", async () => {
	const { view } = await visit({ payload: pagePayload(["unregistered"]) });

	expect(view).toMatchObject({
		kind: "error",
		error: { status: 500, message: "Unknown route middleware: 'unregistered'" },
	});
});

test("a page for visitors with a flag is none for others, and its chunk is not fetched", async () => {
	const payload = flaggedPayload();

	const { view, log } = await visit({ payload, hasFlag: false });

	expect(view).toMatchObject({
		kind: "error",
		error: { status: 404, message: "Page not found: /guide" },
	});
	expect(log).toEqual(["payload /guide?a=1", "flag early"]);
});

test("a page for visitors with a flag is shown to those who have it", async () => {
	const { view } = await visit({ payload: flaggedPayload(), hasFlag: true });

	expect(view).toMatchObject({ kind: "page", page: { title: "Guide" } });
});

test("an answer that comes after another click changes nothing", async () => {
	const controller = new AbortController();
	const { log } = await visit({
		payload: undefined,
		signal: controller.signal,
		isReachable: async () => {
			controller.abort();
			return true;
		},
	});

	expect(log).toEqual(["payload /guide?a=1", "aborted"]);
});

interface Circumstances extends Partial<Exits> {
	readonly payload?: Payload | undefined;
	readonly onPayload?: () => void;
	readonly hasFlag?: boolean;
	readonly isChunkLost?: boolean;
	readonly redirectFor?: ViewSources["redirectFor"];
	readonly signal?: AbortSignal;
}

interface Course {
	/** What was shown; absent when the visitor left or stayed. */
	readonly view: View | undefined;
	/** What was done, in order. */
	readonly log: readonly string[];
}

/** Navigates to one page, under these circumstances. */
function visit(circumstances: Circumstances): Promise<Course> {
	const log: string[] = [];
	const payload = "payload" in circumstances ? circumstances.payload : pagePayload([]);
	const request = new Request(URL_OF_PAGE, { signal: circumstances.signal ?? null });
	return new Promise((resolve) => {
		const end = (entry: string): Promise<never> => {
			log.push(entry);
			resolve({ view: undefined, log });
			return new Promise(() => undefined);
		};
		const exits: Exits = {
			isStale: circumstances.isStale ?? (() => false),
			isReachable: async () => {
				if (circumstances.isReachable !== undefined) return circumstances.isReachable();
				log.push("probe");
				return true;
			},
			claimReload: (path) => {
				log.push(`claim ${path}`);
				return circumstances.claimReload?.(path) ?? true;
			},
			loadDocument: (url) => end(`document ${url}`),
			stay: (sentence) => end(`stay ${sentence}`),
		};
		const sources: ViewSources = {
			basePath: "/base",
			pendingHash: () => "#part",
			redirectFor: circumstances.redirectFor ?? (() => undefined),
			exits,
			loadPayload: async ({ path, query }) => {
				log.push(`payload ${path}${query}`);
				circumstances.onPayload?.();
				return payload;
			},
			isFor: async ({ key }) => {
				log.push(`flag ${key}`);
				return circumstances.hasFlag ?? false;
			},
			loadPage: async (id) => {
				log.push(`page ${id}`);
				if (circumstances.isChunkLost === true) throw new TypeError("Failed to fetch");
				return { Page: () => null };
			},
		};
		loadView(sources, request).then(
			(view) => resolve({ view, log }),
			(reason: unknown) => {
				const to = reason instanceof Response ? reason.headers.get("location") : undefined;
				void end(typeof to === "string" ? `redirect ${to}` : "aborted");
			},
		);
	});
}

function flaggedPayload(): PagePayload {
	const { page, ...payload } = pagePayload([]);
	return { ...payload, page: { ...page, flag: { key: "early" } } };
}

function pagePayload(middleware: readonly string[]): PagePayload {
	return {
		kind: "page",
		page: {
			id: "page",
			path: "/guide",
			title: "Guide",
			html: "",
			hasHeading: false,
			headings: [],
			layout: "default",
			middleware,
		},
		navigation: { sections: [], sidebar: [] },
	};
}

function failure(): Payload {
	return {
		kind: "error",
		error: { status: 500, message: "", description: "" },
		navigation: { sections: [], sidebar: [] },
	};
}
