import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { openHydrated, recordDocuments } from "../support/site-page.ts";
import { type LiveSite, openLiveSite } from "../support/start-live-site.ts";

/** Small pages as a React developer writes them. */
const FILES = {
	"site.yaml": "name: Garden\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": "# Home\n",
	"pages/effect.tsx": `import "../lib/set-up"; import { useEffect, useState } from "react";
		export default () => { const [seen, setSeen] = useState("");
			useEffect(() => setSeen(globalThis.setUp), []); return <output>{seen}</output>; };`,
	"lib/set-up.ts": 'globalThis.setUp = "is set up";',
	"pages/states.tsx": `import styles from "../lib/states.module.css";
		export default () => <div className="plain"><output className={styles.dot} data-state="open.wide">dot</output></div>;`,
	"lib/states.module.css": `.dot[data-state="open.wide"] { color: rgb(1, 2, 3); }
		:global(.plain) .dot { font-style: italic; }`,
	"pages/composed.tsx": `import styles from "../lib/composed.module.css";
		export default () => <output className={styles.wide}>wide <b>bold</b></output>;`,
	"lib/composed.module.css": `.base { color: rgb(4, 5, 6); }
		.wide { composes: base; & b { color: rgb(7, 8, 9); } }`,
	"pages/lettered.tsx": `import "../lib/font.css"; export default () => <output style={{ fontFamily: "Lettered" }}>ABC</output>;`,
	"lib/font.css":
		"@font-face { font-family: Lettered; src: url(./lettered.woff2) format('woff2'); }",
	"pages/stock.tsx": `export const loader = ({ query }) => ({ item: query.get("item") });
		export default () => null;`,
	"pages/fetching.tsx": `import { useFetcher } from "react-router";
		export default () => { const fetcher = useFetcher(); return <><output>{JSON.stringify(fetcher.data)}</output>
			<button onClick={() => fetcher.load("/stock?item=peas")}>load</button>
			<button onClick={() => fetcher.submit({ name: "quick" }, { method: "post", action: "/order" })}>post</button></>; };`,
	"pages/order.tsx": `import { data, Form, redirect, useActionData, useLoaderData } from "react-router";
		import { orders, price } from "../lib/orders";
		export const loader = () => orders.length;
		export async function action({ request }) {
			const name = (await request.formData()).get("name");
			if (name === "") return data({ problem: "A name is missing" }, { status: 400 });
			orders.push({ name, price });
			return name === "quick" ? { ordered: name } : redirect("/order");
		}
		export default () => <><output>{useLoaderData()} {useActionData()?.problem}</output>
			<Form method="post"><input name="name" aria-label="name" /><button>order</button></Form></>;`,
	"lib/orders.ts": 'export const orders = []; export const price = "MARKER of the shop";',
	"pages/plants/[name].tsx": `export const loader = ({ params }) => ({ title: "About " + params.name });
		export const meta = ({ loaderData }) => [{ title: loaderData.title }];
		export default ({ params }) => <h1>{params.name}</h1>;`,
	"pages/enter.tsx": `import { redirect } from "react-router";
		export const loader = () => redirect("/plants/peas", { headers: { "set-cookie": "visitor=ada; Path=/" } });
		export default () => null;`,
	"api/plants/[id].ts":
		"export const GET = (request, { params }) => Response.json({ id: params.id });",
	"api/count.ts": `import { asked } from "../lib/gate";
		export const GET = () => new Response(new ReadableStream({ async start(controller) {
			const encoder = new TextEncoder();
			controller.enqueue(encoder.encode("one "));
			await asked;
			controller.enqueue(encoder.encode("two")); controller.close(); } }));`,
	"api/more.ts": `import { ask } from "../lib/gate";
		export const GET = () => { ask(); return new Response(); };`,
	"lib/gate.ts": "export const { promise: asked, resolve: ask } = Promise.withResolvers();",
	"api/note.ts":
		'export const OPTIONS = () => new Response(); export const POST = () => new Response("noted");',
	"api/partner.ts":
		'export const origins = ["http://elsewhere.test"]; export const POST = () => new Response("noted");',
	"layouts/wide.tsx": `import { Footer, Header } from "loggia";
		export default ({ children }) => <div className="wide"><Header />{children}<Footer /></div>;`,
	"pages/guide/framed.md": "---\nlayout: wide\n---\n# Framed\n",
	"pages/guide/other.md": "# Other\n",
	"pages/quoted.tsx": `export default () => <><output>{'<p style="color: red">'}</output><i style={{ color: "rgb(1, 1, 1)" }}>i</i></>;`,
};

let site: LiveSite;

beforeAll(async () => {
	const font = "../../node_modules/katex/dist/fonts/KaTeX_Main-Regular.woff2";
	const files = { ...FILES, "lib/lettered.woff2": await readFile(join(import.meta.dirname, font)) };
	site = await openLiveSite(files, { SITE_CODE: "true" });
});

afterAll(() => site.remove());

test("a module that is imported for its side effects runs", async ({ page }) => {
	await open(page, "/effect");

	await expect.poll(() => output(page)).toBe("is set up");
});

test("CSS modules have selectors of attributes, global names, composed classes and nesting", async ({
	page,
}) => {
	for (const [path, element, ...expected] of [
		["/states", "output", "rgb(1, 2, 3)", "italic"],
		["/composed", "output", "rgb(4, 5, 6)", "normal"],
		["/composed", "b", "rgb(7, 8, 9)", "normal"],
	] as const) {
		await open(page, path);
		const styles = page.locator(`main ${element}`).evaluate((one) => {
			const { color, fontStyle } = getComputedStyle(one);
			return [color, fontStyle];
		});

		expect(await styles).toEqual(expected);
	}
});

test("a font of a module is loaded", async ({ page }) => {
	await open(page, "/lettered");

	expect(await page.evaluate(async () => (await document.fonts.load("16px Lettered")).length)).toBe(
		1,
	);
});

test("a fetcher loads the data of another page, and posts to one", async ({ page }) => {
	await open(page, "/fetching");

	await page.getByRole("button", { name: "load" }).click();
	await expect.poll(() => output(page)).toBe('{"item":"peas"}');
	await page.getByRole("button", { name: "post" }).click();
	await expect.poll(() => output(page)).toBe('{"ordered":"quick"}');
});

test("a form posts to its page, with and without JavaScript", async ({ openPage }) => {
	for (const javaScriptEnabled of [true, false]) {
		const { page, faults } = await openPage({ javaScriptEnabled });
		faults.allow(/status of 400/);
		await (javaScriptEnabled ? open(page, "/order") : page.goto(`${site.url}/order`));
		const documents = recordDocuments(page);
		const before = Number.parseInt((await output(page)) ?? "", 10);

		await page.getByRole("button", { name: "order" }).click();
		await expect.poll(() => output(page)).toBe(`${before} A name is missing`);
		await page.getByLabel("name").fill("Ada");
		await page.getByRole("button", { name: "order" }).click();
		await expect.poll(() => output(page)).toBe(`${before + 1} `);

		expect(page.url()).toBe(`${site.url}/order`);
		if (javaScriptEnabled) expect(documents).toEqual([]);
	}
});

test("what only an action uses is in no file for browsers", async () => {
	const folder = join(site.dataFolder, "builds");
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());

	expect(files.length).toBeGreaterThan(20);
	for (const { parentPath, name } of files) {
		expect(await readFile(join(parentPath, name), "latin1"), name).not.toContain("MARKER");
	}
});

test("a loader redirects with a cookie, and the title comes from the data", async ({ page }) => {
	await open(page, "/enter");

	expect(page.url()).toBe(`${site.url}/plants/peas`);
	expect(await page.title()).toBe("About peas | Garden");
	expect(await page.evaluate(() => document.cookie)).toContain("visitor=ada");
	expect(await site.textOf("/plants/beans")).toContain("<title>About beans | Garden</title>");
});

test("functions have parameters, and stream", async () => {
	expect(await site.textOf("/api/plants/7")).toBe('{"id":"7"}');
	const reader = (await fetch(`${site.url}/api/count`)).body?.getReader();
	const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString();

	expect(await read()).toBe("one ");
	await site.textOf("/api/more");
	expect(await read()).toBe("two");
});

test("a page of another origin posts only where the function names its origin", async ({
	page,
	faults,
}) => {
	faults.allow(/status of 40[34]|foreign request/);
	for (const [path, status] of [
		["/order", 403],
		["/api/note", 403],
		["/api/partner", 200],
	] as const) {
		const body = `<form method="post" action="${site.url}${path}"><button>send</button></form>`;
		await page.route("http://elsewhere.test/", (route) =>
			route.fulfill({ contentType: "text/html", body }),
		);
		await page.goto("http://elsewhere.test/");
		const answer = page.waitForResponse(site.url + path);
		await page.getByRole("button").click();

		expect([path, (await answer).status()]).toEqual([path, status]);
		await page.unroute("http://elsewhere.test/");
	}
});

test("the layout of the handbook has a header above the page, and no sidebar beside it", async ({
	page,
}) => {
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		await open(page, "/guide/framed");
		const [header, main] = await Promise.all(
			["header", "main"].map((name) => page.locator(name).first().boundingBox()),
		);

		expect((header?.y ?? 0) + (header?.height ?? 0)).toBeLessThanOrEqual(main?.y ?? 0);
		const middle = (main?.x ?? 0) + (main?.width ?? 0) / 2;
		expect(Math.abs(middle - width / 2)).toBeLessThan(20);
	}
});

test("a text about styles stays as it is, and styles of elements work", async ({ page }) => {
	await open(page, "/quoted");

	expect(await output(page)).toBe('<p style="color: red">');
	expect(await site.textOf("/quoted")).toContain("&lt;p style=&quot;color: red&quot;&gt;");
	const color = page.locator("i").evaluate((one) => getComputedStyle(one).color);
	expect(await color).toBe("rgb(1, 1, 1)");
});

function open(page: Page, path: string): Promise<void> {
	return openHydrated(page, site.url + path);
}

function output(page: Page): Promise<string | null> {
	return page.locator("output").textContent();
}
