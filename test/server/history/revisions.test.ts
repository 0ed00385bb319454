import { execFile } from "node:child_process";
import { unlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type LiveSite, startLiveSite } from "../../support/start-live-site.ts";

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "../../..");

test("a kept revision is listed and brought back, until the folder changes", async () => {
	const site = await startLiveSite({ "pages/index.md": "# First\n", "pages/a.md": "# A\n" });
	const { revisionId: first } = await site.state();
	await writeFile(join(site.folder, "pages/index.md"), "# Other\n");
	await unlink(join(site.folder, "pages/a.md"));
	await expect.poll(() => site.statusOf("/a")).toBe(404);
	await site.shows("/", "Other");

	const listed = await askLocally(site, "GET", "");
	const restored = await askLocally(site, "POST", `/${first}/restore`);

	expect(listed.body).toMatchObject({
		revisions: expect.arrayContaining([expect.objectContaining({ id: first, pages: 2 })]),
	});
	expect(restored).toMatchObject({ status: 200, body: { live: first, held: first } });
	expect(await site.textOf("/")).toContain("First");
	expect(await site.statusOf("/a")).toBe(200);
	expect(await site.state()).toMatchObject({ revisionId: first, heldRevision: first });

	await writeFile(join(site.folder, "pages/index.md"), "# Mended\n");
	await site.shows("/", "Mended");
	expect(await site.statusOf("/a")).toBe(404);
	expect(await site.state()).not.toHaveProperty("heldRevision");
});

test("the command brings a revision back in a running site, and releases it", async () => {
	const site = await startLiveSite({ "pages/index.md": "# First\n" });
	const { revisionId: first } = await site.state();
	await writeFile(join(site.folder, "pages/index.md"), "# Other\n");
	await site.shows("/", "Other");

	await expect.poll(() => command(site)).toContain(first);
	await command(site, "restore", first);
	await site.shows("/", "First");
	await command(site, "release");

	await site.shows("/", "Other");
});

test("the command refuses what is not kept, and what it does not know", async () => {
	const site = await startLiveSite({ "pages/index.md": "# First\n" });

	await expect(command(site, "restore", "0123456789abcdef")).rejects.toThrow("is kept");
	await expect(command(site, "undo")).rejects.toThrow("The words must be");
});

test.each([
	["a proxy on the same machine", { "x-forwarded-for": "192.0.2.1" }],
	["a proxy of another kind", { forwarded: "for=192.0.2.1" }],
	["a name that was made to lead here", { host: "rebound.example" }],
	["a page of another origin", { origin: "https://example.org" }],
	["a browser at all", { "sec-fetch-site": "none" }],
])("nobody but this machine itself finds the endpoint: %s", async (_who, headers) => {
	const site = await startLiveSite({ "pages/index.md": "# First\n" });

	const listed = await askLocally(site, "GET", "", headers);
	const restored = await askLocally(site, "POST", "/0123456789abcdef/restore", headers);

	expect([listed.status, restored.status]).toEqual([404, 404]);
	expect(JSON.stringify([listed.body, restored.body])).not.toContain("revisions");
});

interface Answer {
	readonly status: number | undefined;
	readonly body: unknown;
}

/** Not by `fetch()`, which sends what browsers send. */
async function askLocally(
	{ url }: LiveSite,
	method: "GET" | "POST",
	path: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		request(`${url}/_loggia/revisions${path}`, { method, headers }, (response) => {
			let text = "";
			response.setEncoding("utf8").on("data", (part: string) => {
				text += part;
			});
			response.on("end", () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
		})
			.on("error", reject)
			.end();
	});
}

async function command({ folder, dataFolder }: LiveSite, ...words: string[]): Promise<string> {
	const { stdout } = await run(
		join(ROOT, "node_modules/.bin/node"),
		[join(ROOT, "dist/server/main.js"), "revisions", ...words],
		{ env: { SITE_DIR: folder, DATA_DIR: dataFolder } },
	);
	return stdout;
}
