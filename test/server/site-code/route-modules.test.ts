import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeRouteData } from "../../../src/app/route-data.ts";
import { type LiveSite, openLiveSite } from "../../support/start-live-site.ts";

const SHOW = `import { useActionData, useLoaderData, useRouteError, isRouteErrorResponse } from "react-router";
	const Show = () => <p id="shown">{JSON.stringify([useLoaderData(), useActionData()])}</p>;`;

const FILES = {
	"site.yaml": "url: https://shop.example.org\n",
	"pages/index.md": "# Home\n",
	"pages/values.tsx": `import { useLoaderData } from "react-router"; import { data } from "react-router";
		export const loader = () => data({ at: new Date(0), sizes: new Map([["s", 1n]]) }, {
			status: 202, headers: { "x-kind": "values", "set-cookie": "seen=1; Path=/" } });
		export default () => { const { at, sizes } = useLoaderData();
			return <p id="shown">{at.toISOString()} {typeof sizes.get("s")}</p>; };`,
	"pages/order.tsx": `${SHOW}
		import { data, redirect } from "react-router"; import { key } from "../lib/secret";
		export async function action({ request, params, context }) {
			const form = await request.formData();
			const name = String(form.get("name"));
			if (name === "") return data({ error: "Name is missing", mail: form.get("mail"), key: key.length }, { status: 400 });
			if (name === "boom") throw new Error("SECRET of the action");
			const file = form.get("file");
			if (file) return { size: file.size };
			return redirect("/thanks", { headers: { "set-cookie": "order=1; Path=/" } });
		}
		let orders = 0;
		export const loader = () => ({ loads: ++orders });
		export default function Order() { return <form method="post"><Show /></form>; }`,
	"lib/secret.ts": 'export const key = "MARKER";',
	"pages/thanks.tsx": "export default () => <p>Thanks</p>;",
	"pages/old.tsx": `import { redirect, redirectDocument, replace } from "react-router";
		export const loader = ({ query }) => {
			if (query.get("how") === "document") throw redirectDocument("/thanks");
			if (query.get("how") === "replace") throw replace("/thanks");
			return redirect("/thanks", { headers: { "set-cookie": "visited=1; Path=/" } });
		};
		export default () => null;`,
	"pages/fails/[how].tsx": `${SHOW}
		import { data } from "react-router";
		export const loader = ({ params: { how } }) => {
			if (how === "error") throw new Error("SECRET of the loader");
			if (how === "gone") throw data({ reason: "sold out" }, { status: 410 });
			if (how === "no") throw new Response("Not for you", { status: 403 });
			return null;
		};
		export function ErrorBoundary() {
			const error = useRouteError();
			return <p id="boundary">{isRouteErrorResponse(error) ? error.status + " " + JSON.stringify(error.data) : error.message}</p>;
		}
		export default ({ params }) => { if (params.how === "render") throw new Error("SECRET of the page"); return <Show />; };`,
	"pages/shop/layout.tsx": `import { Outlet, useRouteError } from "react-router";
		export function ErrorBoundary() { return <p id="boundary">Shop: {useRouteError().message ?? useRouteError().status}</p>; }
		export default () => <section id="shop"><Outlet /></section>;`,
	"pages/shop/[how].tsx": `import { data } from "react-router";
		export const loader = ({ params: { how } }) => {
			if (how === "error") throw new Error("SECRET of the loader");
			if (how === "gone") throw data("", { status: 410 });
			return null;
		};
		export default ({ params }) => { if (params.how === "render") throw new Error("SECRET of the page"); return <p>Fine</p>; };`,
	"pages/products/[id].tsx": `import { useLoaderData } from "react-router";
		export const paths = () => [{ id: "lamp" }, { id: "rug" }];
		export const loader = ({ params: { id } }) => ({ name: "The " + id });
		export const meta = ({ loaderData, params }) => [
			{ title: loaderData.name }, { name: "description", content: "About " + params.id },
			{ property: "og:type", content: "product" },
			{ tagName: "link", rel: "canonical", href: "https://shop.example.org/p/" + params.id },
			{ "script:ld+json": { "@type": "Product", name: loaderData.name + "</script>" } }];
		export default () => <article><h1>{useLoaderData().name}</h1><p>A fine thing for zebras</p></article>;`,
	"pages/(account)/profile.tsx": `export const middleware = [async ({ context, request }, next) => {
			const response = await next(); response.headers.append("set-cookie", "session=renewed; Path=/"); return response; }];
		export const loader = () => "profile";
		export const headers = ({ loaderHeaders }) => ({ "cache-control": "private, max-age=7" });
		export default () => <h1>Profile</h1>;`,
};

let site: LiveSite;

beforeAll(async () => {
	site = await openLiveSite(FILES, { SITE_CODE: "true" });
});

afterAll(() => site.remove());

test("a loader returns values, a status, headers and cookies", async () => {
	await site.shows("/thanks", "Thanks");
	const document = await ask("/values");
	const payload = await ask("/values/_payload.json");

	for (const { status, headers } of [document, payload]) {
		expect(status).toBe(202);
		expect(headers.get("x-kind")).toBe("values");
		expect(headers.getSetCookie()).toEqual(["seen=1; Path=/"]);
	}
	expect(document.text).toContain("1970-01-01T00:00:00.000Z<!-- --> <!-- -->bigint");
	const { page } = JSON.parse(payload.text);
	expect(await decodeRouteData(page.routeData)).toMatchObject({
		loaderData: { "pages/values": { at: new Date(0), sizes: new Map([["s", 1n]]) } },
	});
});

test("a redirect has its cookie, in documents and payloads", async () => {
	const document = await ask("/old");
	expect([document.status, document.headers.get("location")]).toEqual([302, "/thanks"]);
	expect(document.headers.getSetCookie()).toEqual(["visited=1; Path=/"]);
	const payload = await ask("/old/_payload.json");
	expect(JSON.parse(payload.text)).toEqual({ kind: "redirect", to: "/thanks", status: 302 });
	expect(payload.headers.getSetCookie()).toEqual(["visited=1; Path=/"]);
	expect(JSON.parse((await ask("/old/_payload.json?b&how=document")).text)).toMatchObject({
		document: true,
	});
	expect(JSON.parse((await ask("/old/_payload.json?b&how=replace")).text)).toMatchObject({
		replace: true,
	});
});

test("a form without JavaScript shows its errors with the entered values, and answers 303 after success", async () => {
	const refused = await post("/order", { name: "", mail: "ada@example.org" });
	expect(refused.status).toBe(400);
	expect(refused.text).toContain("Name is missing");
	expect(refused.text).toContain("ada@example.org");
	expect(refused.text).toMatch(/&quot;loads&quot;:\d/);

	const accepted = await post("/order", { name: "Ada" });
	expect([accepted.status, accepted.headers.get("location")]).toEqual([303, "/thanks"]);
	expect(accepted.headers.getSetCookie()).toEqual(["order=1; Path=/"]);

	const form = new FormData();
	form.set("name", "Ada");
	form.set("file", new File(["abc"], "a.txt"));
	expect((await ask("/order", { method: "POST", body: form })).text).toContain(
		"&quot;size&quot;:3",
	);
});

test("a form with JavaScript gets the result of the action, and its loaders do not run", async () => {
	const refused = await post("/order/_payload.json", { name: "", mail: "x" });
	expect(refused.status).toBe(400);
	const { page } = JSON.parse(refused.text);
	expect(await decodeRouteData(page.routeData)).toEqual({
		loaderData: {},
		actionData: { "pages/order": { error: "Name is missing", mail: "x", key: 6 } },
		errors: null,
	});

	const accepted = await post("/order/_payload.json", { name: "Ada" });
	expect([accepted.status, JSON.parse(accepted.text)]).toEqual([
		200,
		{ kind: "redirect", to: "/thanks", status: 303 },
	]);
	expect(accepted.headers.getSetCookie()).toEqual(["order=1; Path=/"]);
});

test("a page takes forms of its own origin only, of 1 MB, and only with an action", async () => {
	for (const headers of [
		{ origin: "https://example.com" },
		{ origin: "null" },
		{ "sec-fetch-site": "cross-site" },
	]) {
		expect((await post("/order", { name: "Ada" }, headers)).status).toBe(403);
		expect((await post("/order/_payload.json", { name: "Ada" }, headers)).status).toBe(403);
	}
	expect((await post("/order", { name: "Ada" }, { origin: site.url })).status).toBe(303);
	expect((await post("/order", { name: "x".repeat(1024 * 1024) })).status).toBe(413);
	expect((await post("/thanks", { name: "Ada" })).status).toBe(405);
	expect((await post("/order", { name: "boom" })).status).toBe(500);
	expect((await post("/order", { name: "boom" })).text).not.toContain("SECRET");
});

test("an error of a page or its loader shows the page's own boundary", async () => {
	const cases = {
		error: [500, "Internal Server Error"],
		gone: [410, "410 {&quot;reason&quot;:&quot;sold out&quot;}"],
		no: [403, "403 &quot;Not for you&quot;"],
	};
	for (const [how, [status, text]] of Object.entries(cases)) {
		const answer = await ask(`/fails/${how}`);
		expect(answer.status, how).toBe(status);
		expect(answer.text.replaceAll("<!-- -->", ""), how).toContain(`<p id="boundary">${text}`);
		expect(answer.text).not.toContain("SECRET");
	}
	expect(JSON.stringify(site.log)).toContain("SECRET of the loader");
	expect((await ask("/fails/none")).text).toContain('<p id="shown">');
});

test.each([
	["/shop/error", 500, "Shop: Internal Server Error"],
	["/shop/gone", 410, "Shop: 410"],
	["/shop/render", 500, "Shop: Internal Server Error"],
	["/fails/render", 500, "Internal Server Error"],
])("the nearest boundary shows the error at %s, with its status", async (path, status, text) => {
	const answer = await ask(path);

	expect(answer.status).toBe(status);
	expect(answer.text.replaceAll("<!-- -->", "")).toContain(`<p id="boundary">${text}</p>`);
	expect(answer.text).not.toMatch(/SECRET|id="shop"/);
	expect(answer.text).toContain('class="site-header"');
	expect((await ask("/shop/fine")).text).toContain('<section id="shop"><p>Fine</p></section>');
});

test("title, description, canonical link, social tags and JSON-LD come from the data, once", async () => {
	const { text } = await ask("/products/lamp");
	const [head = ""] = text.split("</head>");

	for (const [part, count] of [
		["<title>The lamp", 1],
		['<meta name="description" content="About lamp">', 1],
		['property="og:type" content="product"', 1],
		["og:type", 1],
		["og:title", 1],
		['rel="canonical" href="https://shop.example.org/p/lamp"', 1],
		["canonical", 1],
		['"@type":"Product","name":"The lamp\\u003c/script>"', 1],
	] as const) {
		expect(head.split(part).length - 1, part).toBe(count);
	}
	const { page } = JSON.parse((await ask("/products/lamp/_payload.json")).text);
	expect(page).toMatchObject({ title: "The lamp", description: "About lamp" });
});

test("pages of known parameters are in the lists of the site", async () => {
	for (const path of ["/sitemap.xml", "/llms.txt", "/api/search?q=zebras"]) {
		const found = async (): Promise<string> => (await ask(path)).text;
		// On a busy machine the first search may end before its index is loaded.
		await expect.poll(found, { message: path }).toContain("/products/lamp");
		expect(await found(), path).toContain("/products/rug");
	}
	expect((await ask("/products/rug")).text).toContain("The rug");
});

test("middleware and headers of a page reach the visitor", async () => {
	const { status, headers, text } = await ask("/profile");

	expect(status).toBe(200);
	expect(text).toContain("Profile");
	expect(headers.getSetCookie()).toEqual(["session=renewed; Path=/"]);
	expect(headers.get("cache-control")).toBe("private, max-age=7");
});

async function ask(path: string, init: RequestInit = {}) {
	const response = await fetch(site.url + path, { redirect: "manual", ...init });
	return { status: response.status, headers: response.headers, text: await response.text() };
}

function post(
	path: string,
	fields: Readonly<Record<string, string>>,
	headers: Readonly<Record<string, string>> = {},
) {
	return ask(path, { method: "POST", body: new URLSearchParams(fields), headers });
}
