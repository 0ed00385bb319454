import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { openHydrated } from "../support/site-page.ts";
import { type LiveSite, openLiveSite } from "../support/start-live-site.ts";

const FILES = {
	"site.yaml": "name: Shop\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": "# Home\n",
	"pages/kept.tsx": `import { usePage } from "loggia"; import { Link, useLoaderData } from "react-router";
		let loads = 0;
		export const loader = () => ++loads;
		export const shouldRevalidate = ({ nextUrl, defaultShouldRevalidate }) =>
			nextUrl.searchParams.has("keep") ? false : defaultShouldRevalidate;
		export default () => <><h1>Kept</h1><output id="state">{useLoaderData() + " " + usePage().query}</output>
			<Link to="?keep=1">keep</Link> <Link to="?again=1">again</Link></>;`,
	"pages/trail/layout.tsx": `import { Link, Outlet, useMatches } from "react-router";
		export const handle = { crumb: () => "Garden" };
		export default function Trail() {
			const crumbs = useMatches().flatMap(({ handle, loaderData }) => handle?.crumb?.(loaderData) ?? []);
			return <><nav id="crumbs">{crumbs.join(" / ")}</nav>
				<Link to="/trail/peas">peas</Link> <Link to="/trail/plain">plain</Link><Outlet /></>;
		}`,
	"pages/trail/[bed].tsx": `export const loader = ({ params }) => ({ bed: params.bed });
		export const handle = { crumb: ({ bed }) => "Bed of " + bed };
		export default ({ params }) => <h1>{params.bed}</h1>;`,
	"pages/trail/plain.tsx": "export default () => <h1>plain</h1>;",
	"pages/shop/layout.tsx": `import { Link, Outlet, useRouteError } from "react-router";
		export function ErrorBoundary() { return <p id="boundary">Shop: {useRouteError().message} <Link to="/shop/fine">onward</Link></p>; }
		export default () => <section id="shop"><Outlet /></section>;`,
	"pages/shop/[how].tsx": `import { Link } from "react-router";
		export const loader = ({ params: { how } }) => {
			if (how === "error") throw new Error("SECRET of the loader");
			return null;
		};
		export default ({ params }) => {
			if (params.how === "render") throw new Error("of the page");
			return <><h1>Fine</h1><Link to="/shop/error">error</Link> <Link to="/shop/render">render</Link></>;
		};`,
};

let site: LiveSite;

beforeAll(async () => {
	site = await openLiveSite(FILES, { SITE_CODE: "true" });
});

afterAll(() => site.remove());

test("shouldRevalidate decides whether a loader runs again", async ({ page }) => {
	await openHydrated(page, `${site.url}/kept`);
	const state = page.locator("#state");
	const before = Number((await state.textContent())?.trim());

	await page.getByRole("link", { name: "keep" }).click();
	await expect.poll(() => state.textContent()).toBe(`${before} ?keep=1`);
	await page.getByRole("link", { name: "again" }).click();
	await expect.poll(() => state.textContent()).toBe(`${before + 1} ?again=1`);
});

test("breadcrumbs of the handles of all routes are in the document and after clicks", async ({
	page,
}) => {
	const document = await fetch(`${site.url}/trail/beans`);
	expect(await document.text()).toContain('<nav id="crumbs">Garden / Bed of beans</nav>');
	await openHydrated(page, `${site.url}/trail/beans`);
	const crumbs = page.locator("#crumbs");
	expect(await crumbs.textContent()).toBe("Garden / Bed of beans");

	const links = page.locator("main");
	await links.getByRole("link", { name: "peas" }).click();
	await expect.poll(() => crumbs.textContent()).toBe("Garden / Bed of peas");
	await links.getByRole("link", { name: "plain" }).click();
	await expect.poll(() => crumbs.textContent()).toBe("Garden");
	await page.goBack();
	await expect.poll(() => crumbs.textContent()).toBe("Garden / Bed of peas");
});

const ERRORS = { error: "Shop: Internal Server Error", render: "Shop: of the page" };

test("after a click, the boundary of the layout shows an error, and the next click works", async ({
	page,
	faults,
}) => {
	faults.allow(/of the page|500/);
	await openHydrated(page, `${site.url}/shop/fine`);
	// The copy that the server sent must not stay beside the app.
	expect(await page.locator("#shop").count()).toBe(1);
	for (const [how, text] of Object.entries(ERRORS)) {
		await page.getByRole("link", { name: how }).click();
		await page.locator("#boundary").filter({ hasText: text }).waitFor();
		expect(await page.locator("#shop").count()).toBe(0);
		await page.getByRole("link", { name: "onward" }).click();
		await page.locator("#shop h1").waitFor();
	}
});
