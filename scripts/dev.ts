import { once } from "node:events";
import { type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureBuild } from "./build.ts";
import { callerPath } from "./start/caller-path.ts";
import { planServices } from "./start/plan-services.ts";
import { type ServiceProcess, startService } from "./start/service-process.ts";

/** Debounce: editors write a file in several steps. */
const QUIET_MS = 100;

const root = dirname(import.meta.dirname);
const [folder = process.env["SITE_DIR"]] = process.argv.slice(2);
const ofFolder =
	folder === undefined
		? {}
		: {
				SITE_DIR: callerPath(folder),
				SITE_CODE: "true",
				DEVELOPMENT: "true",
				HOST: process.env["HOST"] ?? "127.0.0.1",
			};

/**
 * `npm run dev [-- folder]`: serves a site folder for its developer, with its code. Builds and restarts
 * whenever a source of this program changes: open tabs detect the new build like any deploy.
 */
async function develop(signal: AbortSignal): Promise<void> {
	const watcher = watch(join(root, "src"), { recursive: true });
	await built();
	let services = startAll();
	let change = nextChange(watcher, signal);
	while (await change) {
		// Watches before the build starts, so that no change during the build is missed.
		change = nextChange(watcher, signal);
		if (!(await built())) continue;
		await stopAll(services);
		services = startAll();
	}
	watcher.close();
	await stopAll(services);
}

/** @returns `true` after a settled change; `false` on exit. */
async function nextChange(watcher: FSWatcher, signal: AbortSignal): Promise<boolean> {
	try {
		await once(watcher, "change", { signal });
		await delay(QUIET_MS, undefined, { signal });
		return true;
	} catch (error) {
		if (signal.aborted) return false;
		throw error;
	}
}

/** @returns Whether there is a new build. */
async function built(): Promise<boolean> {
	try {
		return await ensureBuild(root);
	} catch {
		// The bundler has printed the error; the last build keeps running.
		return false;
	}
}

function startAll(): readonly ServiceProcess[] {
	// A developer is also an author: every tab shows new content immediately.
	const environment = { LIVE_UPDATES: "true", ...process.env, ...ofFolder };
	return planServices("all", environment, root).map(startService);
}

async function stopAll(services: readonly ServiceProcess[]): Promise<void> {
	for (const service of services) {
		if (service.isRunning()) service.terminate();
		await service.exited;
	}
}

const leaving = new AbortController();
process.on("SIGTERM", () => leaving.abort());
process.on("SIGINT", () => leaving.abort());
await develop(leaving.signal);
