import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { ensureBuild } from "../scripts/build.ts";
import { loadRevision } from "../src/server/content/load-revision.ts";
import { accessibilityViolations } from "../test/support/accessibility.ts";
import { chromiumOptions } from "../test/support/chromium.ts";
import { hydrated } from "../test/support/hydrated.ts";
import { whileServed, withAdoptedCopy } from "./corpus/serve-corpus.ts";

/** Number of opened pages per documentation, evenly distributed. */
const PAGES = Number(process.env["PAGES"] ?? 50);

/** Pictured pages of each documentation: the start, and the page with the most elements of each kind. */
const PICTURED = { text: "<p", code: "<pre", table: "<tr", image: "<img" } as const;

const { PICTURES } = process.env;

const VIEWS = [1440, 390].flatMap((width) =>
	(["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

interface Faults {
	readonly hydration: string[];
	readonly policy: string[];
	/** Includes targets of the author's own links and pictures, which may be offline. */
	readonly loads: string[];
	readonly accessibility: string[];
}

/**
 * Opens pages of adopted documentations in Chromium: `npm run measure:corpus:browser -- FOLDER…`. Counts
 * errors of hydration, the content security policy and axe-core, and saves pictures in `PICTURES`.
 */
async function lookAtCorpora(folders: readonly string[]): Promise<void> {
	await ensureBuild(dirname(import.meta.dirname));
	const browser = await chromium.launch(chromiumOptions());
	console.log(
		"| Documentation | Pages | Hydration errors | CSP reports | Failed loads | axe-core, serious |",
	);
	console.log("| --- | --- | --- | --- | --- | --- |");
	for (const folder of folders) console.log(await lookAt(browser, resolve(folder)));
	await browser.close();
}

function lookAt(browser: Browser, folder: string): Promise<string> {
	return withAdoptedCopy(folder, async (siteFolder) => {
		const { pages, config } = await loadRevision({ siteFolder, environment: {} });
		const paths = [...pages.values()]
			.filter(({ frontMatter }) => !frontMatter.draft && frontMatter.redirect === undefined)
			.map(({ path }) => config.public.basePath + path);
		const count = Math.min(PAGES, paths.length);
		const some = Array.from(
			{ length: count },
			(_, index) => paths[Math.floor((index * paths.length) / count)] ?? "/",
		);
		const faults: Faults = { hydration: [], policy: [], loads: [], accessibility: [] };
		await whileServed(siteFolder, async (origin) => {
			await visitAll(
				browser,
				some.map((path) => origin + encodeURI(path)),
				faults,
			);
			if (PICTURES === undefined) return;
			const home = `${config.public.basePath}/`;
			const shown = await chooseShown([home, ...paths].map((path) => origin + encodeURI(path)));
			await takePictures(browser, shown, join(PICTURES, basename(folder)));
		});
		for (const fault of Object.values(faults).flat()) console.error(fault);
		const counts = Object.values(faults).map((found: string[]) => String(found.length));
		return `| ${[basename(folder), String(some.length), ...counts].join(" | ")} |`;
	});
}

async function visitAll(
	browser: Browser,
	urls: readonly string[],
	{ hydration, policy, loads, accessibility }: Faults,
): Promise<void> {
	const page = await browser.newPage();
	page.on("pageerror", ({ message }) => hydration.push(`${page.url()} ${message}`));
	page.on("console", (message) => {
		if (message.type() !== "error") return;
		const text = message.text();
		const isLoad = text.startsWith("Failed to load resource");
		const isPolicy = text.includes("Content Security Policy");
		const place = isLoad ? `${message.location().url} on ${page.url()}` : page.url();
		(isLoad ? loads : isPolicy ? policy : hydration).push(`${place} ${text}`);
	});
	for (const url of urls) {
		await open(page, url);
		const found = await accessibilityViolations(page);
		const serious = found.filter((line) => /\((?:serious|critical)\)/.test(line));
		accessibility.push(...serious.map((line) => `${url} ${line}`));
	}
	await page.close();
}

interface Shown {
	readonly kind: string;
	readonly url: string;
	/** Selects the element to scroll to; absent: the start of the page. */
	readonly selector?: string;
}

async function chooseShown(urls: readonly string[]): Promise<readonly Shown[]> {
	const articles = new Map<string, string>();
	for (const url of urls) {
		const html = await fetch(url).then((response) => response.text());
		articles.set(url, /<article\b.*<\/article>/s.exec(html)?.[0] ?? "");
	}
	const most = Object.entries(PICTURED).flatMap(([kind, tag]): Shown[] => {
		const [best] = Array.from(articles, ([url, html]) => ({
			url,
			count: html.split(tag).length - 1,
		}))
			.filter(({ count }) => count > 0)
			.toSorted((one, other) => other.count - one.count);
		return best === undefined ? [] : [{ kind, url: best.url, selector: `article ${tag.slice(1)}` }];
	});
	return [{ kind: "start", url: urls[0] ?? "" }, ...most];
}

async function takePictures(
	browser: Browser,
	shown: readonly Shown[],
	name: string,
): Promise<void> {
	await mkdir(dirname(name), { recursive: true });
	for (const { width, colorScheme } of VIEWS) {
		const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
		for (const { kind, url, selector } of shown) {
			await open(page, url);
			if (selector !== undefined) {
				const first = page.locator(selector).first();
				await first.evaluate((element) => element.scrollIntoView({ block: "center" }));
			}
			await page.screenshot({ path: `${name}-${kind}-${width}-${colorScheme}.png` });
		}
		await page.close();
	}
}

async function open(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await hydrated(page);
}

await lookAtCorpora(process.argv.slice(2));
