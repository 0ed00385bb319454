import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getAPIConfig } from "@iconify/core/lib/api/config";
import { setFetch } from "@iconify/core/lib/api/modules/fetch";
import { expect, test } from "vitest";
import { createIconClient } from "../../../../src/app/client/appearance/icon-client.ts";
import { listenForTest } from "../../../support/listen-for-test.ts";

const MENU = { prefix: "x", icons: { menu: { body: "<path/>" } }, width: 24, height: 24 };

test("the service is asked within the stated limits", () => {
	createIconClient({ basePath: "/docs", publicFallback: true });

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
	const { asked } = await serve({ site: (response) => json(response, named("a")) });
	const loadIcon = createIconClient({ basePath: "", publicFallback: true });

	const markup = await loadIcon("a:menu");

	expect(markup).toBe(
		'<svg width="1em" height="1em" viewBox="0 0 24 24" aria-hidden="true"><path/></svg>',
	);
	expect(asked).toEqual(["site /api/_nuxt_icon/a.json?icons=menu"]);
});

test("icons of one moment are one request", async () => {
	const { asked } = await serve({ site: (response) => json(response, named("b")) });
	const loadIcon = createIconClient({ basePath: "", publicFallback: false });

	await Promise.all([loadIcon("b:menu"), loadIcon("b:sun")]);

	expect(asked).toEqual(["site /api/_nuxt_icon/b.json?icons=menu%2Csun"]);
});

test.each([
	["fails", (response: ServerResponse) => response.writeHead(500).end()],
	["does not know the collection", (response: ServerResponse) => response.writeHead(404).end()],
	["answers with something else", (response: ServerResponse) => response.end("<html>")],
])("an endpoint that %s is replaced by the public service", async (reason, site) => {
	const collection = `c${reason.length}`;
	const { asked } = await serve({ site, public: (response) => json(response, named(collection)) });
	const loadIcon = createIconClient({ basePath: "", publicFallback: true });

	const markup = await loadIcon(`${collection}:menu`);

	expect(markup).toContain("<path/>");
	expect(asked.at(-1)).toBe(`public /${collection}.json?icons=menu`);
});

test("an endpoint that hangs is given up after 1500 ms", async () => {
	const { asked } = await serve({
		site: () => undefined,
		public: (response) => json(response, named("d")),
	});
	const loadIcon = createIconClient({ basePath: "", publicFallback: true });
	const startedMs = performance.now();

	const markup = await loadIcon("d:menu");

	expect(markup).toContain("<path/>");
	expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1490);
	expect(asked).toEqual(["site /api/_nuxt_icon/d.json?icons=menu", "public /d.json?icons=menu"]);
});

test("without the fallback no other service is asked", async () => {
	const { asked } = await serve({ site: (response) => response.writeHead(500).end() });
	const loadIcon = createIconClient({ basePath: "", publicFallback: false });

	const markup = await loadIcon("e:menu");

	expect(markup).toBeUndefined();
	expect(asked).toEqual(["site /api/_nuxt_icon/e.json?icons=menu"]);
});

test("the names of the operator's own drawings are sent to no other server", async () => {
	const { asked } = await serve({ site: (response) => response.writeHead(404).end() });
	const loadIcon = createIconClient({ basePath: "", publicFallback: true });

	const markup = await loadIcon("site:secret-product");

	expect(markup).toBeUndefined();
	expect(asked).toEqual(["site /api/_nuxt_icon/site.json?icons=secret-product"]);
});

test("an icon that failed once is asked for again", async () => {
	const answers = [500, 200];
	await serve({
		site: (response) =>
			answers.shift() === 500 ? response.writeHead(500).end() : json(response, named("f")),
	});
	const loadIcon = createIconClient({ basePath: "", publicFallback: false });

	const first = await loadIcon("f:menu");
	const second = await loadIcon("f:menu");

	expect(first).toBeUndefined();
	expect(second).toContain("<path/>");
});

function named(prefix: string): object {
	return { ...MENU, prefix };
}

type Answer = (response: ServerResponse) => unknown;

/** Stand-ins of the site and of the public service, each on a port of this machine. */
async function serve(answers: { readonly site: Answer; readonly public?: Answer }) {
	const asked: string[] = [];
	const answerAs =
		(who: "site" | "public") => (request: IncomingMessage, response: ServerResponse) => {
			asked.push(`${who} ${request.url}`);
			(answers[who] ?? (() => response.writeHead(503).end()))(response);
		};
	const site = await listen(answerAs("site"));
	const service = await listen(answerAs("public"));
	setFetch((input: string) => {
		const { pathname, search, protocol } = new URL(input, "site:/");
		return fetch((protocol === "site:" ? site : service) + pathname + search);
	});
	return { asked };
}

async function listen(
	answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
	return `http://127.0.0.1:${await listenForTest(createServer(answer))}`;
}

function json(response: ServerResponse, value: object): void {
	response.setHeader("content-type", "application/json").end(JSON.stringify(value));
}
