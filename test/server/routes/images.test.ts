import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createProxySignIn } from "../../../src/platform/sign-in/proxy-sign-in.ts";
import { ImageStore, type ImageStoreOptions } from "../../../src/server/images/image-store.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createTestSiteOver } from "../../support/test-site.ts";
import { visit } from "../../support/visit.ts";

const ENTRY = new URL("../../../src/server/images/image-process.ts", import.meta.url);

test("every size that a page offers is made, once and for all", async () => {
	const { body, get } = await siteWith({ "a b.jpg": await photo(1200, 800) }, "![A](<a b.jpg>)");

	const offered = [...body.matchAll(/(\/_loggia\S+) (\d+)w/g)];
	const widths = offered.map(([, , width]) => Number(width));
	expect(widths).toEqual([384, 768, 1024, 1200, 384, 768, 1024, 1200]);
	expect(body).toContain('<source type="image/avif" srcset="/_loggia/images/a%20b.jpg/');
	expect(body).toContain(
		'sizes="min(100vw - 2rem, 736px)"><img src="/a%20b.jpg" alt="A" width="1200"',
	);
	for (const [, url = "", width] of offered.slice(3, 6)) {
		const answer = await get(url);
		expect(answer.headers["content-type"]).toBe(`image/${url.split(".").at(-1)}`);
		expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
		expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: Number(width) });
		const again = await get(url, { "if-none-match": String(answer.headers.etag) });
		expect(again.statusCode).toBe(304);
	}
});

test("a photograph that lies on its side is set upright, and says nothing of its place", async () => {
	const lying = await sharp(await photo(600, 900))
		.withExif({ IFD0: { Copyright: "Ann" } })
		.withMetadata({ orientation: 6 })
		.jpeg()
		.toBuffer();
	const { body, get } = await siteWith({ "a.jpg": lying }, "![A](a.jpg)");

	expect(body).toContain('width="900" height="600"');
	const { rawPayload } = await get(addressIn(body, "384.webp"));
	const { width, height, exif } = await sharp(rawPayload).metadata();
	expect([width, height, exif]).toEqual([384, 256, undefined]);
});

test("the first large image is not lazy, and those after it are", async () => {
	const files = { "a.png": await photo(700, 400), "b.png": await photo(60, 20) };
	const { body } = await siteWith(files, "![B](b.png) ![A](a.png)\n\n![A](a.png)\n\n![B](b.png)");

	const images = body.match(/<img src="\/[ab]\.png"[^>]*>/g) ?? [];
	expect(images.map((image) => /loading="lazy"|fetchpriority="high"|$/.exec(image)?.[0])).toEqual([
		"",
		'fetchpriority="high"',
		'loading="lazy"',
		'loading="lazy"',
	]);
});

test("animations, drawings, small images and what its author chose stay as they are", async () => {
	const frames = await Promise.all(["#f00", "#00f"].map((color) => plain(500, color)));
	const moving = sharp(frames, { join: { animated: true } });
	const files = {
		"a.gif": await moving.clone().gif().toBuffer(),
		"a.webp": await moving.clone().webp().toBuffer(),
		"small.png": await photo(384, 90),
		"a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>',
		"broken.jpg": "no image",
		"large.png": await plain(500, "#0f0"),
	};
	const own = '<picture><source srcset="small.png"><img src="large.png"></picture>';
	const images = Object.keys(files).filter((name) => name !== "large.png");
	const text = images.map((name) => `![](${name})`).join("\n");

	const { body } = await siteWith(files, `${text}\n\n${own}`);

	expect(body.match(/<img src="\//g)).toHaveLength(images.length + 1);
	expect(body).not.toContain("/_loggia/images");
});

test("an address that no page has gets no other size, and other contents get the image itself", async () => {
	const files = { "a.jpg": await photo(500, 300), "b.jpg": await photo(500, 301) };
	const { body, get, names } = await siteWith(files, "![A](a.jpg) ![B](b.jpg)");
	const url = addressIn(body, "384.avif");

	for (const wrong of [
		url.replace("384", "385"),
		url.replace("384", "0384"),
		url.replace(".avif", ".png"),
		url.replace("a.jpg", "c.jpg"),
		url.replace("a.jpg/", "../site.yaml/"),
		`${url}/x`,
	]) {
		expect((await get(wrong)).statusCode, wrong).toBe(404);
	}
	const other = await get(url.replace("a.jpg", "b.jpg"));
	expect([other.headers["content-type"], other.headers["cache-control"]]).toEqual([
		"image/jpeg",
		"no-cache",
	]);
	expect(other.rawPayload.equals(files["b.jpg"])).toBe(true);
	expect(await names()).toEqual([]);
});

test("sizes of a private image are for those who may read the image", async () => {
	const image = await photo(500, 300);
	const files = {
		"plans/a.jpg": image,
		"plans/page.md": "![A](a.jpg)",
		"b.jpg": await photo(500, 301),
	};
	const settings = "access:\n  paths:\n    /plans/**: [staff]\n";
	const { get } = await siteWith(files, "![B](b.jpg)", {}, settings);
	const staff = { "remote-user": "cid", "remote-groups": "staff" };
	const url = addressIn((await get("/plans/page", staff)).body, "384.webp");

	const made = await get(url, staff);
	expect(made.headers["cache-control"]).toBe("private, no-store");
	// The provider is asked again, as for the image itself.
	expect(made.headers["set-cookie"]).toEqual(["session=next"]);
	expect((await sharp(made.rawPayload).metadata()).width).toBe(384);
	for (const visitor of [{}, { "remote-user": "ben", "remote-groups": "others" }]) {
		expect((await get(url, visitor)).statusCode).toBe(404);
		// Under the name of another file, the digest says nothing.
		const asked = await get(url.replace("plans/a.jpg", "b.jpg"), visitor);
		expect(asked.rawPayload.equals(files["b.jpg"])).toBe(true);
	}
});

test("requests for the same size share the work", async () => {
	const store = { entry: await program('process.stdout.write(require("crypto").randomUUID())') };
	const { body, get } = await siteWith({ "a.jpg": await photo(500, 300) }, "![A](a.jpg)", store);
	const url = addressIn(body, "384.webp");

	const answers = await Promise.all([get(url), get(url), get(url)]);
	answers.push(await get(url));

	expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
	expect(answers[0]?.body).toHaveLength(36);
});

test("the folder of sizes stays within its limit, and a flood gets the images themselves", async () => {
	const large = 'process.stdout.write(Buffer.alloc(20_000, "x"))';
	const maxBytes = 100_000;
	const names = ["a", "b", "c", "d"];
	const photos = await Promise.all(
		names.map(async (name, index) => [`${name}.jpg`, await photo(2000, 900 + index)] as const),
	);
	const text = names.map((name) => `![${name}](${name}.jpg)`).join(" ");
	const store = { entry: await program(large), maxBytes };
	const { body, get, sizes } = await siteWith(Object.fromEntries(photos), text, store);
	const urls = Array.from(body.matchAll(/(\/_loggia\S+) \d+w/g), ([, url = ""]) => url);
	expect(urls).toHaveLength(40);

	const flood = await Promise.all(urls.map((url) => get(url)));

	expect(flood.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200));
	expect(flood.filter(isOriginal).length).toBeGreaterThan(0);
	expect((await sizes()).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes);
});

test.each([
	["cannot be read", "throw new Error('Input buffer is broken')"],
	["would be larger", 'process.stdout.write(Buffer.alloc(9_000_000, "x"))'],
])("an image that %s is sent as it is, and not tried again", async (_name, text) => {
	const warnings: string[] = [];
	const log = { warn: (details: object) => void warnings.push(JSON.stringify(details)) };
	const store = { entry: await program(text), log } as Partial<ImageStoreOptions>;
	const { body, get } = await siteWith({ "a.jpg": await photo(500, 300) }, "![A](a.jpg)", store);
	const url = addressIn(body, "384.webp");

	const answers = [await get(url), await get(url)];

	expect(answers.every(isOriginal)).toBe(true);
	expect(warnings).toHaveLength(text.startsWith("throw") ? 1 : 0);
});

async function siteWith(
	files: Readonly<Record<string, string | Buffer>>,
	text: string,
	store: Partial<ImageStoreOptions> = {},
	settings = "",
) {
	const siteYaml = `name: Example\nmarkdown: {html: true}\n${settings}`;
	const pages = Object.entries(files).map(([name, content]) => [`pages/${name}`, content] as const);
	const folder = await writeSiteFolder({
		...{ "site.yaml": siteYaml, "pages/index.md": text },
		...Object.fromEntries(pages),
	});
	const sizesFolder = temporaryFolder();
	const options = { entry: ENTRY, folder: sizesFolder, maxBytes: 1e8, log: console, ...store };
	const { service } = await createTestSiteOver(folder, {
		dependencies: {
			images: new ImageStore(options),
			signIn: {
				...createProxySignIn({
					headers: ["remote-user", "remote-name", "remote-email", "remote-groups"],
					trustedProxies: ["loopback"],
					url: undefined,
				}),
				renew: async ({ headers }) => (headers["remote-user"] ? "session=next" : undefined),
			},
		},
	});
	const get = (url: string, headers = {}) => visit(service, { url, headers });
	const names = (): Promise<string[]> => readdir(sizesFolder);
	const sizes = async (): Promise<readonly number[]> =>
		Promise.all((await names()).map(async (name) => (await stat(join(sizesFolder, name))).size));
	return { body: (await get("/")).body, get, names, sizes };
}

async function program(text: string): Promise<URL> {
	const folder = await writeSiteFolder({ "program.cjs": text });
	return pathToFileURL(join(folder, "program.cjs"));
}

function isOriginal({ headers }: Awaited<ReturnType<typeof visit>>): boolean {
	return headers["content-type"] === "image/jpeg";
}

function addressIn(body: string, end: string): string {
	const escaped = end.replace(".", "\\.");
	return new RegExp(`/_loggia/images\\S+-${escaped}`).exec(body)?.[0] ?? "";
}

/** With noise, as a photograph has. */
function photo(width: number, height: number): Promise<Buffer> {
	const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
	const create = { width, height, channels: 3, background: "#000", noise } as const;
	return sharp({ create }).jpeg().toBuffer();
}

function plain(width: number, background: string): Promise<Buffer> {
	return sharp({ create: { width, height: 90, channels: 3, background } })
		.png()
		.toBuffer();
}
