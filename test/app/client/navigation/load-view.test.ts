import { expect, test } from "vitest";
import type { PayloadAnswer } from "../../../../src/app/client/navigation/load-payload.ts";
import { loadView, type ViewSources } from "../../../../src/app/client/navigation/load-view.ts";
import type { Outcome } from "../../../../src/app/client/navigation/navigation-state.ts";
import type { PagePayload, Payload } from "../../../../src/shared/page/payload.ts";

const URL_OF_PAGE = "https://site.example/base/guide?a=1#part";

test("a page that came whole is shown, and the app is not left", async () => {
	const { outcome, log } = await visit({});

	expect(outcome).toMatchObject({ kind: "view", view: { kind: "page", query: "?a=1" } });
	expect(log).toEqual(["payload /guide?a=1", "page page"]);
});

test("a stale tab loads the destination in full, before it asks for anything", async () => {
	const { outcome, log } = await visit({ isStale: () => true });

	expect(outcome).toEqual({ kind: "document" });
	expect(log).toEqual(["probe", "claim /base/guide"]);
});

test("data requests are checked: a payload of another build is not looked at", async () => {
	let stale = false;
	const { outcome, log } = await visit({
		isStale: () => stale,
		onPayload: () => {
			stale = true;
		},
		payload: failure(),
	});

	expect(outcome).toEqual({ kind: "document" });
	expect(log).toEqual(["payload /guide?a=1", "claim /base/guide"]);
});

test("a stale tab that was loaded a moment ago goes on in the app", async () => {
	const { outcome } = await visit({ isStale: () => true, claimReload: () => false });

	expect(outcome).toMatchObject({ kind: "view", view: { kind: "page" } });
});

test.each([
	["a stale tab", { isStale: () => true }],
	["no payload", { payload: undefined }],
	["a lost chunk", { isChunkLost: true }],
] as const)("%s, and no server: nothing is given up", async (_, circumstances) => {
	const { outcome } = await visit({ ...circumstances, isReachable: async () => false });

	expect(outcome).toEqual({ kind: "unreachable" });
});

test("a proxy that finds no server is as good as no server", async () => {
	const { outcome, log } = await visit({ payload: "unreachable" });

	expect(outcome).toEqual({ kind: "unreachable" });
	expect(log).toEqual(["payload /guide?a=1"]);
});

test("no payload, but a server: the destination is loaded in full, without a claim", async () => {
	const { outcome, log } = await visit({ payload: undefined });

	expect(outcome).toEqual({ kind: "document" });
	expect(log).toEqual(["payload /guide?a=1", "probe"]);
});

test("a lost chunk: the destination is loaded in full", async () => {
	const { outcome, log } = await visit({ isChunkLost: true });

	expect(outcome).toEqual({ kind: "document" });
	expect(log).toEqual(["payload /guide?a=1", "page page", "probe", "claim /base/guide"]);
});

test("a chunk that is lost again right afterwards is missing", async () => {
	const { outcome } = await visit({ isChunkLost: true, claimReload: () => false });

	expect(outcome).toEqual({ kind: "incomplete" });
});

test("what is no page of the app is the browser's", async () => {
	const { outcome, log } = await visit({ payload: { kind: "document" } });

	expect(outcome).toEqual({ kind: "document" });
	expect(log).toEqual(["payload /guide?a=1"]);
});

test("a rule redirects before anything is fetched, and the fragment goes along", async () => {
	const { outcome, log } = await visit({ redirectFor: () => "/base/new?a=1" });

	expect(outcome).toEqual({ kind: "redirect", url: "https://site.example/base/new?a=1#part" });
	expect(log).toEqual([]);
});

test.each([
	"https://other.example/",
	"/outside",
])("a redirect out of the app is the browser's: %s", async (to) => {
	const { outcome } = await visit({ payload: { kind: "redirect", to, status: 307 } });

	expect(outcome).toEqual({
		kind: "document",
		url: `${new URL(to, URL_OF_PAGE).href}#part`,
	});
});

test("an unknown middleware name is an error of the page", async () => {
	const { outcome } = await visit({ payload: pagePayload(["unregistered"]) });

	expect(outcome).toMatchObject({
		view: {
			kind: "error",
			error: { status: 500, message: "Unknown route middleware: 'unregistered'" },
		},
	});
});

test("a page for visitors with a flag is none for others, and its chunk is not fetched", async () => {
	const { outcome, log } = await visit({ payload: flaggedPayload(), hasFlag: false });

	expect(outcome).toMatchObject({
		view: { kind: "error", error: { status: 404, message: "Page not found: /guide" } },
	});
	expect(log).toEqual(["payload /guide?a=1", "flag early"]);
});

test("a page for visitors with a flag is shown to those who have it", async () => {
	const { outcome } = await visit({ payload: flaggedPayload(), hasFlag: true });

	expect(outcome).toMatchObject({ view: { kind: "page", page: { title: "Guide" } } });
});

test("a visit that another one has replaced claims nothing", async () => {
	const controller = new AbortController();
	const visiting = visit({
		isStale: () => true,
		signal: controller.signal,
		isReachable: async () => {
			controller.abort();
			return true;
		},
	});

	await expect(visiting).rejects.toThrow(DOMException);
});

interface Circumstances extends Partial<ViewSources> {
	readonly payload?: PayloadAnswer;
	readonly onPayload?: () => void;
	readonly hasFlag?: boolean;
	readonly isChunkLost?: boolean;
	readonly signal?: AbortSignal;
}

interface Course {
	readonly outcome: Outcome;
	/** What was done, in order. */
	readonly log: readonly string[];
}

/** Visits one page, under these circumstances. */
async function visit(circumstances: Circumstances): Promise<Course> {
	const log: string[] = [];
	const payload = "payload" in circumstances ? circumstances.payload : pagePayload([]);
	const sources: ViewSources = {
		basePath: "/base",
		redirectFor: circumstances.redirectFor ?? (() => undefined),
		isStale: circumstances.isStale ?? (() => false),
		isReachable: async () => {
			log.push("probe");
			return circumstances.isReachable?.() ?? true;
		},
		claimReload: (path) => {
			log.push(`claim ${path}`);
			return circumstances.claimReload?.(path) ?? true;
		},
		loadPayload: async ({ path, query }) => {
			log.push(`payload ${path}${query}`);
			circumstances.onPayload?.();
			return payload;
		},
		isFor: async ({ key }) => {
			log.push(`flag ${key}`);
			return circumstances.hasFlag ?? false;
		},
		loadPage: async ({ id }) => {
			log.push(`page ${id}`);
			if (circumstances.isChunkLost === true) throw new TypeError("Failed to fetch");
			return { Page: () => null };
		},
	};
	const signal = circumstances.signal ?? new AbortController().signal;
	return { outcome: await loadView(sources, { url: URL_OF_PAGE, signal }), log };
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
