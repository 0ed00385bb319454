import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { test } from "../support/browser-test.ts";
import { buildWith } from "../support/build-variants.ts";
import { createSiteFolder } from "../support/site-folder.ts";
import { openHydrated, recordDocuments } from "../support/site-page.ts";
import { type RunningSite, startSite } from "../support/start-site.ts";

/** Rendered after hydration only: the server has the page of the product. */
const PAGE = `
import { useEffect, useState } from "react";
import { Link, useLoaderData, useNavigate, useParams, useRevalidator, useSearchParams } from "react-router";
import { PageBody } from "../components/page-body.tsx";

export function Page({ page }) {
	const [isMounted, setMounted] = useState(false);
	useEffect(() => setMounted(true), []);
	return <article className="article"><PageBody page={page} />{isMounted && <Panel />}</article>;
}

function Panel() {
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const [search, setSearch] = useSearchParams();
	const state = [useParams()["*"], search.get("row"), JSON.stringify(useLoaderData())];
	return (
		<div className="panel">
			<output>{state.join(" ")}</output>
			<Link to="/beans#soil">link</Link>
			<button onClick={() => navigate("/peas", { replace: true })}>replace</button>
			<button onClick={() => navigate(-1)}>back</button>
			<button onClick={() => setSearch({ row: "2" })}>search</button>
			<button onClick={() => revalidate()}>again</button>
		</div>
	);
}
`;

const FILES = {
	"site.yaml": "name: Garden\n",
	"pages/index.md": "# Home\n",
	"pages/peas.md": "# Peas\n",
	"pages/beans.md": `# Beans\n\n${"Text.\n\n".repeat(60)}## Soil\n`,
};

test("links and hooks of the router go through the site's own navigation", async ({ page }) => {
	const site = await start();
	const documents = recordDocuments(page);
	await openHydrated(page, `${site.url}/peas`);

	await page.click("text=link");
	await expect
		.poll(() => seen(page))
		.toEqual(["/beans#soil", "Beans | Garden", "Beans", "beans  null"]);
	expect(await page.evaluate("document.activeElement.id")).toBe("soil");

	await page.click("text=search");
	await expect
		.poll(() => seen(page))
		.toEqual(["/beans?row=2", "Beans | Garden", "Beans", "beans 2 null"]);

	await page.click("text=replace");
	await expect.poll(() => seen(page)).toEqual(["/peas", "Peas | Garden", "Peas", "peas  null"]);

	await page.click("text=back");
	await expect
		.poll(() => seen(page))
		.toEqual(["/beans#soil", "Beans | Garden", "Beans", "beans  null"]);

	const answered = page.waitForResponse(/_payload\.json|payload/);
	await page.click("text=again");
	await answered;
	expect(documents).toHaveLength(1);
});

async function start(): Promise<RunningSite> {
	const { folder, remove } = await createSiteFolder(FILES);
	const build = await buildWith({ "src/app/pages/page.tsx": PAGE });
	const site = await startSite({ siteFolder: folder, buildFolder: build.folder });
	onTestFinished(async () => {
		await site.stop();
		await build.remove();
		await remove();
	});
	return site;
}

/** The address, the title, the heading and what the hooks gave. */
async function seen(page: Page): Promise<readonly string[]> {
	return page.evaluate(() => [
		location.pathname + location.search + location.hash,
		document.title,
		...["h1", ".panel output"].map((name) => document.querySelector(name)?.textContent ?? ""),
	]);
}
