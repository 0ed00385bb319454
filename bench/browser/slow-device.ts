import type { Page } from "playwright-core";

/** A mid-range phone on a slow mobile line, as in Lighthouse's preset. */
export const SLOW_DEVICE = {
	cpuSlowdown: 4,
	latencyMs: 150,
	kilobitsPerSecond: 1638,
	viewport: { width: 412, height: 823 },
} as const;

/** Slows this page down with the browser's protocol. */
export async function slowDown(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page);
	const bytesPerSecond = (SLOW_DEVICE.kilobitsPerSecond * 1000) / 8;
	await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DEVICE.cpuSlowdown });
	await session.send("Network.enable");
	await session.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: SLOW_DEVICE.latencyMs,
		downloadThroughput: bytesPerSecond,
		uploadThroughput: bytesPerSecond,
	});
}
