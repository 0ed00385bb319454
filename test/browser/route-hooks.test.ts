import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { openHydrated, recordDocuments, shown } from "../support/site-page.ts";
import { type LiveSite, openLiveSite } from "../support/start-live-site.ts";

/** Each page shows what its hooks return in an `<output>`. */
const FILES = {
	"site.yaml": "name: Shop\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": "# Home\n",
	"pages/long.md": `# Long\n\n${"Text.\n\n".repeat(60)}## Soil\n\n[Hooks](/hooks)\n`,
	"pages/stock.tsx": `export const loader = ({ query }) => ({ item: query.get("item") ?? "peas" });
		export const meta = { title: "Stock" };
		export default () => <h1>Stock</h1>;`,
	"pages/slow.tsx": `export const loader = () => new Promise((resolve) => setTimeout(resolve, 1500, {}));
		export const meta = { title: "Slow" };
		export default () => <h1>Slow</h1>;`,
	"pages/hooks.tsx": `
		import { Suspense, useEffect, useState } from "react";
		import { Await, Form, Link, NavLink, useBlocker, useFetcher, useFetchers, useLoaderData, useMatches,
			useNavigate, useNavigation, useRevalidator, useRouteLoaderData, useSearchParams, useSubmit } from "react-router";
		export const meta = { title: "Hooks" };
		export const loader = ({ query }) => ({ at: Date.now(), q: query.get("q") });
		export default function Hooks() {
			const navigation = useNavigation();
			const matches = useMatches();
			const data = useLoaderData();
			const submit = useSubmit();
			const navigate = useNavigate();
			const [, setSearch] = useSearchParams();
			const fetcher = useFetcher();
			const revalidator = useRevalidator();
			const [isBlocking, setBlocking] = useState(false);
			const [promise, setPromise] = useState();
			const blocker = useBlocker(isBlocking);
			const id = matches.at(-1).id;
			const state = {
				navigation: [navigation.state, navigation.location?.pathname].join(" "),
				q: data.q, same: useRouteLoaderData(id) === data,
				fetcher: fetcher.data, fetchers: useFetchers().length,
				blocker: blocker.state, revalidation: revalidator.state, layout: matches[0].id,
			};
			useEffect(() => {
				window.seen = [...(window.seen ?? []), state];
			});
			return <>
				<h1>Hooks</h1>
				<output id="at">{data.at}</output>
				<output id="state">{JSON.stringify(state)}</output>
				<NavLink to="/hooks">here</NavLink> <NavLink to="/stock">stock</NavLink> <Link to="/slow">slow</Link>
				<Form><input name="q" defaultValue="tea" /><button>search</button></Form>
				<button onClick={() => submit({ q: "sent" }, { action: "/hooks" })}>submit</button>
				<Link to="/long#soil">soil</Link>
				<button onClick={() => setSearch({ q: "set" })}>set</button>
				<button onClick={() => navigate("/stock", { replace: true })}>replace</button>
				<button onClick={() => fetcher.load("/stock?item=beans")}>load</button>
				<button onClick={() => revalidator.revalidate()}>again</button>
				<button onClick={() => setBlocking(true)}>block</button>
				{blocker.state === "blocked" && <button onClick={() => blocker.proceed()}>proceed</button>}
				{blocker.state === "blocked" && <button onClick={() => blocker.reset()}>stay</button>}
				<button onClick={() => setPromise(Promise.resolve("resolved"))}>wait</button>
				{promise && <Suspense fallback="…"><Await resolve={promise}>{(value) => <p id="awaited">{value}</p>}</Await></Suspense>}
			</>;
		}`,
	"pages/closed.tsx": `
		import { useRouteError } from "react-router";
		export const meta = { title: "Closed" };
		export const loader = () => { throw new Response("Closed today", { status: 410 }); };
		export function ErrorBoundary() { const error = useRouteError(); return <h1>{error.status} {error.data}</h1>; }
		export default () => <h1>Open</h1>;`,
	"pages/shop/layout.tsx": `
		import { useState } from "react";
		import { Link, Outlet, useLoaderData } from "react-router";
		export const loader = () => ({ shop: "Garden" });
		export default function Shop() {
			const [count, setCount] = useState(0);
			return <section><button onClick={() => setCount(count + 1)}>{useLoaderData().shop} {count}</button>
				<Link to="/shop/peas">peas</Link><Outlet /></section>;
		}`,
	"pages/shop/beans.tsx":
		'export const meta = { title: "Beans" }; export default () => <h1>Beans</h1>;',
	"pages/shop/peas.tsx":
		'export const meta = { title: "Peas" }; export default () => <h1>Peas</h1>;',
	"pages/moving.tsx": `
		import { useEffect } from "react";
		import { Link, useViewTransitionState } from "react-router";
		export const meta = { title: "Moving" };
		export default function Moving() {
			const isMoving = useViewTransitionState("/stock");
			useEffect(() => { window.moving = [...(window.moving ?? []), isMoving]; });
			return <><h1>Moving</h1><Link to="/stock" viewTransition>stock</Link></>;
		}`,
};

let site: LiveSite;

beforeAll(async () => {
	site = await openLiveSite(FILES, { SITE_CODE: "true" });
});

afterAll(() => site.remove());

test("useNavigation, NavLink and useMatches say where the tab is, and where it goes", async ({
	page,
}) => {
	await openHydrated(page, `${site.url}/hooks`);
	const documents = recordDocuments(page);
	expect(await page.locator("a[aria-current=page]").allTextContents()).toContain("here");
	expect(await state(page)).toMatchObject({ navigation: "idle ", layout: "layout", same: true });

	await page.locator("main").getByRole("link", { name: "slow" }).click();
	await expect.poll(() => state(page)).toMatchObject({ navigation: "loading /slow" });
	await shown(page, "Slow");

	expect(documents).toEqual([]);
});

test("a form without a method and useSubmit navigate with the fields as query", async ({
	page,
}) => {
	await openHydrated(page, `${site.url}/hooks`);
	const documents = recordDocuments(page);

	await page.getByRole("button", { name: "search", exact: true }).click();
	await expect.poll(() => state(page)).toMatchObject({ q: "tea" });
	expect(page.url()).toBe(`${site.url}/hooks?q=tea`);
	await page.getByRole("button", { name: "submit", exact: true }).click();
	await expect.poll(() => state(page)).toMatchObject({ q: "sent" });

	expect(page.url()).toBe(`${site.url}/hooks?q=sent`);
	expect(documents).toEqual([]);
});

test("a link to a heading, useSearchParams and useNavigate go through the site's own navigation", async ({
	page,
}) => {
	await openHydrated(page, `${site.url}/hooks`);
	const documents = recordDocuments(page);

	await page.locator("main").getByRole("link", { name: "soil" }).click();
	await shown(page, "Long");
	expect(await page.evaluate("document.activeElement.id")).toBe("soil");
	await page.locator("main").getByRole("link", { name: "Hooks" }).click();
	await page.getByRole("button", { name: "set", exact: true }).click();
	await expect.poll(() => state(page)).toMatchObject({ q: "set" });
	await page.getByRole("button", { name: "replace" }).click();
	await shown(page, "Stock");
	expect([page.url(), await page.title()]).toEqual([`${site.url}/stock`, "Stock | Shop"]);
	await page.goBack();
	await shown(page, "Hooks");

	expect(page.url()).toBe(`${site.url}/hooks`);
	expect(documents).toEqual([]);
});

test("useFetcher loads the data of another page, and useFetchers lists it meanwhile", async ({
	page,
}) => {
	await openHydrated(page, `${site.url}/hooks`);

	await page.getByRole("button", { name: "load" }).click();
	await expect.poll(() => state(page)).toMatchObject({ fetcher: { item: "beans" } });

	expect(page.url()).toBe(`${site.url}/hooks`);
	const seen = await page.evaluate(() => JSON.stringify(Object(window).seen));
	expect(seen).toContain('"fetchers":1');
});

test("useRevalidator loads the page again", async ({ page }) => {
	await openHydrated(page, `${site.url}/hooks`);
	const before = await page.locator("#at").textContent();

	await page.getByRole("button", { name: "again" }).click();

	await expect.poll(() => page.locator("#at").textContent()).not.toBe(before);
	const seen = await page.evaluate(() => JSON.stringify(Object(window).seen));
	expect(seen).toContain('"revalidation":"loading"');
});

test("useBlocker holds a click and a step back, until the visitor decides", async ({ page }) => {
	await openHydrated(page, `${site.url}/stock`);
	await page.evaluate(() => {
		const link = document.createElement("a");
		link.href = "/hooks";
		document.body.append(link);
		link.click();
	});
	await shown(page, "Hooks");
	await page.getByRole("button", { name: "block" }).click();

	await page.evaluate(() => history.back());
	await page.getByRole("button", { name: "stay" }).click();
	expect(page.url()).toBe(`${site.url}/hooks`);
	await page.locator("main").getByRole("link", { name: "stock" }).click();
	await page.getByRole("button", { name: "proceed" }).click();

	await shown(page, "Stock");
	expect(page.url()).toBe(`${site.url}/stock`);
});

test("Await shows the value of a promise", async ({ page }) => {
	await openHydrated(page, `${site.url}/hooks`);

	await page.getByRole("button", { name: "wait" }).click();

	await expect.poll(() => page.locator("#awaited").textContent()).toBe("resolved");
});

test("useViewTransitionState is true while a link with a view transition changes the page", async ({
	page,
}) => {
	await openHydrated(page, `${site.url}/moving`);

	await page.locator("main").getByRole("link", { name: "stock" }).click();
	await shown(page, "Stock");

	expect(page.url()).toBe(`${site.url}/stock`);
	expect(await page.evaluate(() => Object(window).moving)).toContain(true);
});

test("an error of a loader shows the boundary of the page, by a click and as a document", async ({
	page,
	faults,
}) => {
	faults.allow(/status of 410/);
	await openHydrated(page, `${site.url}/hooks`);

	await page.evaluate(() => {
		const link = document.createElement("a");
		link.href = "/closed";
		document.body.append(link);
		link.click();
	});
	await shown(page, "410 Closed today");
	const response = await page.reload();

	expect(response?.status()).toBe(410);
	await shown(page, "410 Closed today");
});

test("a nested layout keeps its state between its pages", async ({ page }) => {
	await openHydrated(page, `${site.url}/shop/beans`);

	await page.getByRole("button", { name: "Garden 0" }).click();
	await page.locator("section").getByRole("link", { name: "peas" }).click();
	await shown(page, "Peas");

	expect(await page.getByRole("button", { name: "Garden 1" }).count()).toBe(1);
});

async function state(page: Page): Promise<unknown> {
	return JSON.parse((await page.locator("#state").textContent()) ?? "{}");
}
