import { expect, test } from "vitest";
import type { PayloadAnswer } from "../../../../src/app/client/navigation/load-payload.ts";
import { loadView } from "../../../../src/app/client/navigation/load-view.ts";
import type { PagePayload } from "../../../../src/shared/page/payload.ts";
import { readFixture } from "../../../support/read-fixture.ts";

const URL_OF_PAGE = "https://site.example/base/guide?a=1#part";
const NAVIGATION = { sections: [], sidebar: [] };

/** What comes as an answer for the page; another is written down as it is. */
const PAYLOADS = {
	page: pagePayload({}),
	flagged: pagePayload({ flag: { key: "early" } }),
	failure: {
		kind: "error",
		error: { status: 500, message: "", description: "" },
		navigation: NAVIGATION,
	},
	unreachable: "unreachable",
	none: undefined,
} as const satisfies Readonly<Record<string, PayloadAnswer | undefined>>;

interface Circumstances {
	readonly stale?: boolean | "after the payload";
	readonly reachable?: boolean;
	readonly mayReload?: boolean;
	readonly redirect?: string;
	readonly payload?: keyof typeof PAYLOADS | Exclude<PayloadAnswer, string>;
	readonly hasFlag?: boolean;
	readonly chunkLost?: boolean;
	/** When the server is probed, another visit takes the place of this one. */
	readonly isReplaced?: boolean;
}

interface Case {
	readonly given?: Circumstances;
	readonly outcome: object;
	readonly log?: readonly string[];
}

test.each(Object.entries(readFixture<Case>("tab/views.yaml")))("%s", async (_name, wanted) => {
	const { outcome, log } = await visit(wanted.given ?? {});

	expect(outcome).toMatchObject(wanted.outcome);
	if (wanted.log !== undefined) expect(log).toEqual(wanted.log);
});

test("a visit that another one has replaced claims nothing", async () => {
	await expect(visit({ chunkLost: true, isReplaced: true })).rejects.toThrow(DOMException);
});

/** Visits one page, under these circumstances; the log says what was done, in order. */
async function visit(given: Circumstances) {
	const log: string[] = [];
	const { payload = "page" } = given;
	const controller = new AbortController();
	let isStale = given.stale === true;
	const outcome = await loadView(
		{
			basePath: "/base",
			redirectFor: () => given.redirect,
			isStale: () => isStale,
			isReachable: async () => {
				log.push("probe");
				if (given.isReplaced === true) controller.abort();
				return given.reachable ?? true;
			},
			claimReload: (path) => {
				log.push(`claim ${path}`);
				return given.mayReload ?? true;
			},
			loadPayload: async ({ url }) => {
				log.push(`payload ${url.replace("https://site.example", "")}`);
				isStale ||= given.stale === "after the payload";
				return typeof payload === "string" ? PAYLOADS[payload] : payload;
			},
			isFor: async ({ key }) => {
				log.push(`flag ${key}`);
				return given.hasFlag ?? false;
			},
			loadPage: async ({ id }) => {
				log.push(`page ${id}`);
				if (given.chunkLost === true) throw new TypeError("Failed to fetch");
				return { Page: () => null };
			},
		},
		{ url: URL_OF_PAGE, signal: controller.signal },
	);
	return { outcome, log };
}

function pagePayload(more: Partial<PagePayload["page"]>): PagePayload {
	return {
		kind: "page",
		page: {
			...{ id: "page", path: "/guide", title: "Guide", html: "", hasHeading: false },
			...{ headings: [], layout: "default", middleware: [], ...more },
		},
		navigation: NAVIGATION,
	};
}
