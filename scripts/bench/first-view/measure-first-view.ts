import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startService } from "../../start/service-process.ts";
import { freePort } from "../free-port.ts";
import { measureSizes, type Sizes } from "./sizes.ts";

export interface FirstView {
	/** From the start of the process to the first 200 for the index. */
	readonly startMs: number;
	/** Resident memory of the process right after it. */
	readonly memoryBytes: number;
	readonly sizes: readonly Sizes[];
}

/** Short against what is measured, long enough to leave the processor to the site. */
const POLL_MS = 5;

/** Starts the built site over a folder, asks for its index, and stops it. */
export async function measureFirstView(root: string, siteFolder: string): Promise<FirstView> {
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-data-"));
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const startedAt = performance.now();
	const site = startService({
		name: "site",
		entry: join(root, "dist/server/main.js"),
		environment: {
			HOST: "127.0.0.1",
			PORT: String(port),
			SITE_DIR: siteFolder,
			DATA_DIR: dataFolder,
			LOG_LEVEL: "silent",
		},
	});
	try {
		while (!(await answers(`${origin}/`))) {
			if (!site.isRunning()) throw new Error("The site ended before it answered");
			await delay(POLL_MS);
		}
		const startMs = performance.now() - startedAt;
		return { startMs, memoryBytes: await residentBytes(origin), sizes: await measureSizes(origin) };
	} finally {
		site.terminate();
		await site.exited;
		await rm(dataFolder, { recursive: true, force: true });
	}
}

async function answers(url: string): Promise<boolean> {
	try {
		return (await fetch(url)).status === 200;
	} catch {
		// Nothing listens yet.
		return false;
	}
}

async function residentBytes(origin: string): Promise<number> {
	const metrics = await (await fetch(`${origin}/metrics`)).text();
	return Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1]);
}
