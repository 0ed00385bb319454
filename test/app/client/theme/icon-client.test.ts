import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getAPIConfig } from "@iconify/core/lib/api/config";
import { expect, test } from "vitest";
import { createIconClient } from "../../../../src/app/client/theme/icon-client.ts";
import { listenForTest } from "../../../support/listen-for-test.ts";

const MENU = { prefix: "x", icons: { menu: { body: "<path/>" } }, width: 24, height: 24 };

test("the service is asked within the stated limits", () => {
	createIconClient({ basePath: "/docs", fetch, publicFallback: true });

	expect(getAPIConfig("loggia")).toMatchObject({
		resources: [""],
		path: "/docs/api/_nuxt_icon/",
		timeout: 1500,
	});
	expect(getAPIConfig("")).toMatchObject({
		resources: expect.arrayContaining(["https://api.iconify.design"]),
		maxURL: 500,
		rotate: 750,
		timeout: 5000,
	});
});

test("the site's endpoint alone is asked while it answers", async () => {
	const { asked, loadIcon } = await serve({ site: drawing("a") });

	expect(await loadIcon("a:menu")).toBe(
		'<svg width="1em" height="1em" viewBox="0 0 24 24" aria-hidden="true"><path/></svg>',
	);
	expect(asked).toEqual(["site /api/_nuxt_icon/a.json?icons=menu"]);
});

test("icons of one moment are one request", async () => {
	const { asked, loadIcon } = await serve({ site: drawing("b"), publicFallback: false });

	await Promise.all([loadIcon("b:menu"), loadIcon("b:sun")]);

	expect(asked).toEqual(["site /api/_nuxt_icon/b.json?icons=menu,sun"]);
});

test.each<[string, Answer]>([
	["fails", (response) => response.writeHead(500).end()],
	["does not know the collection", (response) => response.writeHead(404).end()],
	["answers with something else", (response) => response.end("<html>")],
])("an endpoint that %s is replaced by the public service", async (reason, site) => {
	const collection = `c${reason.length}`;
	const { asked, loadIcon } = await serve({ site, public: drawing(collection) });

	expect(await loadIcon(`${collection}:menu`)).toContain("<path/>");
	expect(asked.at(-1)).toBe(`public /${collection}.json?icons=menu`);
});

test("an endpoint that hangs is given up after 1500 ms", async () => {
	const { asked, loadIcon } = await serve({ site: () => undefined, public: drawing("d") });
	const startedMs = performance.now();

	expect(await loadIcon("d:menu")).toContain("<path/>");
	expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1490);
	expect(asked).toEqual(["site /api/_nuxt_icon/d.json?icons=menu", "public /d.json?icons=menu"]);
});

test.each([
	["without the fallback no other service is asked", "e:menu", 403, false],
	[
		"the names of the operator's own drawings are sent to no other server",
		...(["site:secret-product", 404, true] as const),
	],
])("%s", async (_what, icon, status, publicFallback) => {
	const site: Answer = (response) => response.writeHead(status).end();
	const { asked, loadIcon } = await serve({ site, publicFallback });

	expect(await loadIcon(icon)).toBeUndefined();
	expect(asked).toEqual([`site /api/_nuxt_icon/${icon.replace(":", ".json?icons=")}`]);
});

test("a request that fails is retried once", async () => {
	const answers: Answer[] = [(response) => response.writeHead(503).end(), drawing("g")];
	const { asked, loadIcon } = await serve({
		site: (response) => answers.shift()?.(response),
		publicFallback: false,
	});

	expect(await loadIcon("g:menu")).toContain("<path/>");
	expect(asked).toHaveLength(2);
});

test("an address has at most 500 characters", async () => {
	const names = Array.from({ length: 120 }, (_, index) => `icon-${index}`);
	const { asked, loadIcon } = await serve({ site: drawing("h"), publicFallback: false });

	await Promise.all(names.map((name) => loadIcon(`h:${name}`)));

	expect(asked.length).toBeGreaterThan(1);
	for (const request of asked) expect(request.length - "site ".length).toBeLessThanOrEqual(500);
});

test("an icon that failed once is asked for again", async () => {
	const fail: Answer = (response) => response.writeHead(500).end();
	const answers: Answer[] = [fail, fail, drawing("f")];
	const { loadIcon } = await serve({
		site: (response) => answers.shift()?.(response),
		publicFallback: false,
	});

	expect(await loadIcon("f:menu")).toBeUndefined();
	expect(await loadIcon("f:menu")).toContain("<path/>");
});

type Answer = (response: ServerResponse) => unknown;

interface Serving {
	readonly site: Answer;
	readonly public?: Answer;
	readonly publicFallback?: boolean;
}

/** Stand-ins of the site and of the public service, each on a port of this machine. */
async function serve({ publicFallback = true, ...answers }: Serving) {
	const asked: string[] = [];
	const answerAs =
		(who: "site" | "public") => (request: IncomingMessage, response: ServerResponse) => {
			asked.push(`${who} ${request.url}`);
			(answers[who] ?? (() => response.writeHead(503).end()))(response);
		};
	const site = await listen(answerAs("site"));
	const service = await listen(answerAs("public"));
	const fetchFrom = (input: RequestInfo | URL): Promise<Response> => {
		const { pathname, search, protocol } = new URL(String(input), "site:/");
		return fetch((protocol === "site:" ? site : service) + pathname + search);
	};
	return { asked, loadIcon: createIconClient({ basePath: "", fetch: fetchFrom, publicFallback }) };
}

async function listen(
	answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
	return `http://127.0.0.1:${await listenForTest(createServer(answer))}`;
}

function drawing(prefix: string): Answer {
	return (response) =>
		response.setHeader("content-type", "application/json").end(JSON.stringify({ ...MENU, prefix }));
}
