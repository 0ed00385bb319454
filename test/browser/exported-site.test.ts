import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import fastifyStatic from "@fastify/static";
import fastify from "fastify";
import sharp from "sharp";
import { expect, onTestFinished } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";
import { follow, openHydrated, shown } from "../support/site-page.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");

const FILES = {
	"site.yaml":
		"name: Example\nurl: https://example.org\nrouteRules:\n  /old:\n    redirect: /guide\n",
	"pages/index.md":
		"# Welcome\n\n[Guide](/guide) [Moved](/moved) [Über](/über)\n\n![A](./a.svg) ![B](<./b, c.png>)\n",
	"pages/guide.md": "# Guide\n\n[Home](/)\n",
	"pages/guide/deep.md": "# Deep\n",
	"pages/über.md": "# Über\n",
	"pages/moved.md": "---\nredirect: /guide\n---\n",
	"pages/draft.md": "---\ndraft: true\n---\n\n# SECRET\n",
	"pages/hidden.md": "---\naccess: [staff]\n---\n\n# SECRET\n",
	"pages/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>',
	"pages/b, c.png": await photo(),
	"public/proof.txt": "proof\n",
};

test("a plain file server serves the exported site, in which a click loads no document", async ({
	page,
	faults,
}) => {
	const { folder, url } = await exportAndServe(FILES);
	faults.allow(/404/);
	await openHydrated(page, url);
	await page.evaluate("window.isMarked = true");
	const image = page.getByAltText("B");
	await expect.poll(() => image.evaluate(sourceOf)).toMatch(/\/_loggia\/images\/.*-768\.avif$/);

	await follow(page, "Guide");
	await page.locator("#page-body").getByRole("link", { name: "Home" }).click();
	await follow(page, "Über");
	expect(await page.evaluate("window.isMarked")).toBe(true);
	for (const [path, heading] of [
		["/guide", "Guide"],
		["/guide/deep", "Deep"],
		["/old", "Guide"],
		["/moved", "Guide"],
	] as const) {
		await page.goto(url + path);
		await page.getByRole("heading", { level: 1, name: heading }).waitFor();
		await hydrated(page);
	}
	await page.goto(`${url}/nothing`);
	await shown(page, "not found");

	for (const file of ["a.svg", "proof.txt", "guide.md", "sitemap.xml", "llms.txt"]) {
		expect(existsSync(join(folder, file)), file).toBe(true);
	}
	const { stdout } = spawnSync("grep", ["-rl", "SECRET", folder], { encoding: "utf8" });
	expect(stdout).toBe("");
});

test("an export overwrites nothing", async () => {
	const folder = temporaryFolder();
	await writeFile(join(folder, "note.txt"), "mine");

	await expect(exportSite(FILES, folder)).rejects.toThrow("The folder must be empty");

	expect(await readFile(join(folder, "note.txt"), "utf8")).toBe("mine");
});

function sourceOf({ currentSrc, complete, naturalWidth }: HTMLImageElement): string {
	return complete && naturalWidth > 0 ? currentSrc : "";
}

function photo(): Promise<Buffer> {
	const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
	return sharp({ create: { width: 700, height: 300, channels: 3, background: "#000", noise } })
		.png()
		.toBuffer();
}

async function exportAndServe(files: SiteFiles) {
	const folder = join(temporaryFolder(), "out");
	await exportSite(files, folder);
	const server = fastify();
	server.register(fastifyStatic, { root: folder, redirect: true });
	server.setNotFoundHandler(async (_request, reply) =>
		reply
			.code(404)
			.type("text/html")
			.send(await readFile(join(folder, "404.html"))),
	);
	onTestFinished(() => server.close());
	return { folder, url: await server.listen({ port: 0, host: "127.0.0.1" }) };
}

async function exportSite(files: SiteFiles, folder: string): Promise<void> {
	const siteFolder = await writeSiteFolder(files);
	const node = join(ROOT, "node_modules/.bin/node");
	const environment = { SITE_DIR: siteFolder, DATA_DIR: temporaryFolder() };
	await promisify(execFile)(node, [join(ROOT, "dist/server/main.js"), "export", folder], {
		env: environment,
	});
}
