import type { Browser, CDPSession, Page } from "playwright-core";
import { median } from "../median.ts";

/** A slow mobile line. */
export const FAR_LINE = { latencyMs: 400, kilobitsPerSecond: 1600 } as const;

export interface AnswerOptions {
	readonly browser: Browser;
	/** The page with the link. */
	readonly url: string;
	/** Path of the link's target. */
	readonly target: string;
	readonly rounds: number;
}

/** Milliseconds from the click to the first frame with visible feedback, medians. */
export interface AnswerFigures {
	readonly restMs: number;
	/** While another page loads. */
	readonly loadingMs: number;
	/** Without a network, while another page loads. */
	readonly offlineMs: number;
}

/** Measures the time to visible feedback after a click on a slow line, with a processor of full speed. */
export async function measureAnswers(options: AnswerOptions): Promise<AnswerFigures> {
	const figures: AnswerFigures[] = [];
	for (let round = 0; round < options.rounds; round += 1) figures.push(await measureOnce(options));
	const over = (key: keyof AnswerFigures): number => median(figures.map((round) => round[key]));
	return { restMs: over("restMs"), loadingMs: over("loadingMs"), offlineMs: over("offlineMs") };
}

async function measureOnce({ browser, url, target }: AnswerOptions): Promise<AnswerFigures> {
	const context = await browser.newContext();
	try {
		const page = await context.newPage();
		await page.goto(url, { waitUntil: "networkidle" });
		const session = await context.newCDPSession(page);
		await session.send("Network.enable");
		await setLine(session, false);
		const restMs = await click(page, target);
		const loadingMs = await click(page, `${target}?again`);
		await setLine(session, true);
		return { restMs, loadingMs, offlineMs: await click(page, `${target}?offline`) };
	} finally {
		await context.close();
	}
}

/** Needs the same session each time: a session cannot reset the conditions of another one. */
async function setLine(session: CDPSession, offline: boolean): Promise<void> {
	const bytesPerSecond = (FAR_LINE.kilobitsPerSecond * 1000) / 8;
	await session.send("Network.emulateNetworkConditions", {
		offline,
		latency: FAR_LINE.latencyMs,
		downloadThroughput: bytesPerSecond,
		uploadThroughput: bytesPerSecond,
	});
}

/**
 * Clicks a new link. The feedback is a change of the link's opacity, or the notice that the server
 * is away if that is known before the next frame.
 */
function click(page: Page, href: string): Promise<number> {
	return page.evaluate((path) => {
		const link = document.createElement("a");
		link.href = path;
		link.textContent = "Next";
		document.querySelector("main")?.append(link);
		const before = getComputedStyle(link).opacity;
		const startedAt = performance.now();
		link.click();
		return new Promise<number>((resolve) => {
			const look = (): void => {
				const isHeard = document.querySelector(".notice") !== null;
				// The task after a frame's callbacks is the first in which that frame is painted.
				if (isHeard || getComputedStyle(link).opacity !== before) {
					setTimeout(() => resolve(performance.now() - startedAt));
				} else requestAnimationFrame(look);
			};
			requestAnimationFrame(look);
		});
	}, href);
}
