import { writeFile } from "node:fs/promises";
import type { Browser } from "playwright-core";

export interface PictureOptions {
	readonly url: string;
	/** Absolute, ending in `.webp`. */
	readonly file: string;
	readonly colorScheme: "light" | "dark";
	/** Signs in first, if the page asks for a password. */
	readonly password?: string;
}

/** For screens with two pixels in each direction; a picture has about 100 KB. */
const PIXEL_RATIO = 2;
const QUALITY = 80;

/** Opens a page in a fresh window, and writes a screenshot to a file. */
export async function takePicture(
	browser: Browser,
	{ url, file, colorScheme, password }: PictureOptions,
): Promise<void> {
	const context = await browser.newContext({
		colorScheme,
		deviceScaleFactor: PIXEL_RATIO,
		viewport: { width: 1280, height: 800 },
		reducedMotion: "reduce",
	});
	const page = await context.newPage();
	await page.goto(url);
	if (password !== undefined) {
		await page.fill('input[type="password"]', password);
		await page.keyboard.press("Enter");
		await page.waitForSelector('input[type="password"]', { state: "detached" });
	}
	await page.waitForLoadState("networkidle");
	// Playwright cannot write WebP, which takes a third of the bytes of PNG.
	const session = await context.newCDPSession(page);
	const { data } = await session.send("Page.captureScreenshot", {
		format: "webp",
		quality: QUALITY,
	});
	await writeFile(file, Buffer.from(data, "base64"));
	await context.close();
}
