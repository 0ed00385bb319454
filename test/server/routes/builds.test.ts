import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { KeptBuilds } from "../../../src/server/assets/kept-builds.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { createTestSite, type TestSite } from "../../support/test-site.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

const SCRIPT = `console.log(${JSON.stringify("text ".repeat(500))});`;

test("latest.json says which build is live, and is never kept", async () => {
	const { service } = await siteWithBuilds();

	const response = await service.inject(`/_nuxt/builds/latest.json?${NOW}`);

	expect(response.headers["cache-control"]).toBe("no-store");
	expect(response.json()).toEqual({ id: "test-build", timestamp: NOW });
});

test("the meta file of the running build has its rules, and is revalidated", async () => {
	const { service } = await siteWithBuilds();

	const response = await service.inject("/_nuxt/builds/meta/test-build.json");
	const again = await service.inject({
		url: "/_nuxt/builds/meta/test-build.json",
		headers: { "if-none-match": String(response.headers.etag) },
	});

	expect(response.headers["cache-control"]).toBe("no-cache");
	expect(response.json()).toEqual({
		id: "test-build",
		timestamp: NOW,
		matcher: {
			static: { "/old": { redirect: { to: "/", status: 307 } } },
			wildcard: { "/w/**": { redirect: { to: "/docs/**", status: 301 } } },
			dynamic: { "/u/:id": { headers: { "x-user": "yes" } } },
		},
		prerendered: [],
	});
	expect(again.statusCode).toBe(304);
	const older = await service.inject("/_nuxt/builds/meta/older-build.json");
	expect(older.json()).toMatchObject({ id: "older-build" });
});

test.each([
	"app.NEW.js",
	"app.OLD.js",
])("%s is served for ever, in the coding asked for", async (name) => {
	const { service } = await siteWithBuilds();

	const plain = await service.inject(`/_nuxt/${name}`);
	const coded = await service.inject({
		url: `/_nuxt/${name}`,
		headers: { "accept-encoding": "br" },
	});

	expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
	expect(plain.headers["content-type"]).toMatch(/^(text|application)\/javascript/);
	expect(plain.body).toBe(SCRIPT);
	expect(coded.headers["content-encoding"]).toBe("br");
	expect(coded.rawPayload.equals(brotliCompressSync(SCRIPT))).toBe(true);
});

const MISSING = [
	...["/_nuxt/missing.AAAA.js", "/_nuxt/missing.css", "/_nuxt/", "/_nuxt/builds/"],
	...["/_nuxt/builds/meta/unknown.json", "/_nuxt/builds/meta/..%2fother.json"],
	...["/_nuxt/builds/meta/test-build", "/_nuxt/..%2f..%2fpackage.json"],
	...["/_nuxt/app.NEW.js.br", "/_nuxt/app.NEW.js/more"],
];

test("what is missing is so in plain text, and no cache keeps the answer", async () => {
	const { service } = await siteWithBuilds();

	for (const url of MISSING) {
		for (const accept of ["*/*", "text/html", "application/json"]) {
			const { statusCode, headers } = await service.inject({ url, headers: { accept } });
			expect([url, statusCode]).toEqual([url, 404]);
			expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
			expect(headers["cache-control"]).toBe("no-store");
		}
	}
});

/** A running build with one asset, and an older one with another. */
async function siteWithBuilds(): Promise<TestSite> {
	const folder = await writeSiteFolder({});
	const open = async (buildId: string, asset: string): Promise<KeptBuilds> => {
		const assetsFolder = join(folder, buildId);
		await mkdir(assetsFolder);
		await writeFile(join(assetsFolder, asset), SCRIPT);
		await writeFile(join(assetsFolder, `${asset}.br`), brotliCompressSync(SCRIPT));
		const builds = await KeptBuilds.open({
			buildId,
			assetsFolder,
			buildsFolder: join(folder, "kept"),
			codeFilesFolder: join(folder, "code-files"),
			retention: { newest: 10, days: 30 },
			log: { info: () => undefined, warn: () => undefined },
			now: () => NOW,
		});
		const matcher = { static: {}, wildcard: {}, dynamic: {} };
		await builds.keep({ ...builds.live, matcher, prerendered: [] }, () => true);
		return builds;
	};
	await open("older-build", "app.OLD.js");
	const builds = await open("test-build", "app.NEW.js");
	return createTestSite({
		files: {
			"site.yaml":
				'routeRules:\n  /old: {redirect: /}\n  /w/**: {redirect: {to: /docs/**, status: 301}}\n  "/u/:id": {headers: {X-User: "yes"}}\n',
			"pages/index.md": "# Welcome\n",
		},
		dependencies: { builds },
	});
}
