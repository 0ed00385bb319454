import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { type RunningSite, startSite } from "../../support/start-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const GOOD = {
	"site.yaml": "name: Ours\n",
	"pages/index.md": "# Our home\n",
	"pages/a.md": "# Our A\n",
	"public/file.txt": "our file",
};

const NOT_TEXT = Buffer.from([0x23, 0x20, 0xff]);

// Other damage to the folder: `site-reader.test.ts`.
test("restart after restart, a page that has broken and then an empty folder answer with their last good version", async () => {
	const dataFolder = temporaryFolder();
	const folder = await writeSiteFolder(GOOD);
	const start = async (): Promise<RunningSite> => {
		const site = await startSite({ siteFolder: folder, environment: { DATA_DIR: dataFolder } });
		onTestFinished(() => void site.process.kill("SIGKILL"));
		return site;
	};
	const first = await start();
	await expect.poll(() => existsSync(join(dataFolder, "last-good/site.sqlite"))).toBe(true);
	await expect.poll(() => existsSync(join(dataFolder, "parsed-pages"))).toBe(true);
	await first.stop();

	await writeFile(join(folder, "pages/a.md"), NOT_TEXT);
	await writeFile(join(folder, "pages/never.md"), NOT_TEXT);
	for (let restart = 0; restart < 2; restart += 1) {
		const site = await start();

		expect(await textOf(site, "/a")).toContain("Our A");
		expect((await fetch(`${site.url}/never`)).status).toBe(500);
		expect(await textOf(site, "/")).toContain("Our home");
		expect(JSON.stringify(await stateOf(site))).toContain("pages/a.md");
		expect(await site.stop()).toBe(0);
	}

	await rm(folder, { recursive: true });
	await mkdir(folder);
	for (let restart = 0; restart < 2; restart += 1) {
		const site = await start();

		expect(await textOf(site, "/")).toContain("Our home");
		expect(await textOf(site, "/file.txt")).toBe("our file");
		expect(await stateOf(site)).toMatchObject({
			status: "ready",
			degraded: expect.stringContaining("the last good version of the site is served"),
		});
		expect(await textOf(site, "/metrics")).toContain("content_degraded 1");
		expect(await site.stop()).toBe(0);
	}
});

async function textOf({ url }: RunningSite, path: string): Promise<string> {
	return (await fetch(url + path)).text();
}

async function stateOf({ url }: RunningSite): Promise<unknown> {
	return (await fetch(`${url}/readyz`)).json();
}
