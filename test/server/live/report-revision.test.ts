import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { type RunningSite, startSite } from "../../support/start-site.ts";

const MISSING = /^SITE_DIR names a folder that is missing or empty/;

test("while SITE_DIR names a missing folder, the site answers 503 and says so", async () => {
	const siteFolder = join(await writeSiteFolder({}), "missing");
	const site = await started(siteFolder);
	expect(warnings(site)).toContainEqual([siteFolder, expect.stringMatching(MISSING)]);
	for (const path of ["", "/guide", "/_payload.json", "/llms.txt", "/search?q=site", "/mcp"]) {
		const answer = await fetch(site.url + path);
		expect(answer.status).toBe(503);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(await answer.text()).toContain("The folder of this site is missing or empty");
	}
	const readiness = await fetch(`${site.url}/readyz`);
	expect(readiness.status).toBe(503);
	expect(await readiness.json()).toMatchObject({ siteFolder: "missing or empty", pages: 0 });
	expect((await fetch(`${site.url}/healthz`)).status).toBe(200);

	await mkdir(join(siteFolder, "pages"), { recursive: true });
	await writeFile(join(siteFolder, "pages/index.md"), "# There now\n");

	await expect.poll(async () => (await fetch(site.url)).text()).toContain("There now");
	expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
	expect(warnings(site).filter(([, message]) => MISSING.test(message))).toHaveLength(1);
	await rm(siteFolder, { recursive: true });
});

test("a folder with a page in it is read without such a word", async () => {
	const site = await started(await writeSiteFolder({ "index.md": "# Mine\n" }));

	expect(warnings(site).filter(([, message]) => MISSING.test(message))).toEqual([]);
});

async function started(siteFolder: string): Promise<RunningSite> {
	const site = await startSite({ siteFolder });
	onTestFinished(async () => void (await site.stop()));
	return site;
}

function warnings({ log }: RunningSite): readonly (readonly [unknown, string])[] {
	return log
		.filter(({ level }) => level === "warn")
		.map(({ siteFolder, msg }) => [siteFolder, String(msg)]);
}
