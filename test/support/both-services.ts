import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { PERSONAL_KEY } from "./analytics.ts";
import { freePort } from "./free-port.ts";
import { type SiteFiles, writeSiteFolder } from "./site-folder.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface BothServices {
	/** Origin of the site. */
	readonly site: string;
	/** Sends a request to the analytics API with the personal key. */
	readonly askAnalytics: (path: string) => Promise<Response>;
}

/** Runs site and analytics as `npm start` does, until the test ends. */
export async function startBothServices(
	files: SiteFiles,
	environment: Readonly<Record<string, string>> = {},
): Promise<BothServices> {
	const [port, analyticsPort] = [await freePort(), await freePort()];
	const child = spawn(process.execPath, [join(ROOT, "scripts/start.ts")], {
		env: {
			PATH: process.env["PATH"],
			HOST: "127.0.0.1",
			PORT: String(port),
			ANALYTICS_PORT: String(analyticsPort),
			ANALYTICS_API_KEY: PERSONAL_KEY,
			SITE_DIR: await writeSiteFolder(files),
			DATA_DIR: await writeSiteFolder({}),
			...environment,
		},
		stdio: ["ignore", "ignore", "pipe"],
	});
	onTestFinished(async () => {
		child.kill("SIGTERM");
		if (child.exitCode === null) await once(child, "exit");
	});
	let said = "";
	for await (const chunk of child.stderr) {
		said += String(chunk);
		if (said.includes("Loggia is ready")) break;
	}
	if (!said.includes("Loggia is ready")) throw new Error(`The services did not start:\n${said}`);
	return {
		site: `http://127.0.0.1:${port}`,
		askAnalytics: (path) =>
			fetch(`http://127.0.0.1:${analyticsPort}${path}`, {
				headers: { authorization: `Bearer ${PERSONAL_KEY}` },
			}),
	};
}
