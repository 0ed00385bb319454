import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { lengthsOf } from "../support/lengths.ts";
import { writeSiteFolder } from "../support/site-folder.ts";
import { type RunningSite, startSite } from "../support/start-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const { restarts } = lengthsOf("test/server/restarts.test.ts");

const VISITORS = 8;

/** Where Caddy is: the operator's own, or none. */
const CADDY = process.env["CADDY_BINARY"] ?? "caddy";

const hasCaddy = spawnSync(CADDY, ["version"]).status === 0;
if (!hasCaddy) console.warn("Restarts behind Caddy are not tested: CADDY_BINARY names no Caddy");

test.skipIf(!hasCaddy)(`${restarts} restarts under load behind Caddy lose no answer`, async () => {
	const siteFolder = await writeSiteFolder({ "pages/index.md": "# Home\n" });
	const port = String(await freePort());
	const dataFolder = temporaryFolder();
	const environment = { PORT: port, DATA_DIR: dataFolder, LOG_LEVEL: "info" };
	let site: RunningSite = await startSite({ siteFolder, environment });
	onTestFinished(() => void site.process.kill("SIGKILL"));
	const proxy = await startCaddy(port);
	const over = new AbortController();
	const failures: string[] = [];
	let answers = 0;
	const visitors = Array.from({ length: VISITORS }, async () => {
		while (!over.signal.aborted) {
			const answer = await fetch(proxy).then(
				async (response) => `${response.status} ${(await response.text()).includes("Home")}`,
				String,
			);
			answers += 1;
			if (answer !== "200 true") failures.push(answer);
			await delay(10);
		}
	});

	const codes: (number | null)[] = [];
	for (let restart = 0; restart < restarts; restart += 1) {
		codes.push(await site.stop());
		site = await startSite({ siteFolder, environment });
		// Everybody is in the middle of something again, however busy the machine is.
		const before = answers;
		await expect.poll(() => answers).toBeGreaterThan(before + VISITORS * 3);
	}
	over.abort();
	await Promise.all(visitors);

	expect(failures).toEqual([]);
	expect(codes.filter((code) => code !== 0)).toEqual([]);
	expect(answers).toBeGreaterThan(restarts * VISITORS);
	await site.stop();
});

/** With the patience of the product's own Caddyfile. @returns The origin. */
async function startCaddy(upstreamPort: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-caddy-"));
	const port = await freePort();
	const file = join(folder, "Caddyfile");
	await writeFile(
		file,
		`{
	admin off
	persist_config off
	auto_https off
}
${await patience()}
http://127.0.0.1:${port} {
	reverse_proxy 127.0.0.1:${upstreamPort} {
		import patiently
	}
}
`,
	);
	execFileSync(CADDY, ["validate", "--config", file], { stdio: "pipe" });
	const caddy = spawn(CADDY, ["run", "--config", file], {
		env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
		stdio: "ignore",
	});
	onTestFinished(async () => {
		caddy.kill("SIGTERM");
		await once(caddy, "exit");
		await rm(folder, { recursive: true, force: true });
	});
	const origin = `http://127.0.0.1:${port}`;
	await expect
		.poll(() =>
			fetch(origin).then(
				({ ok }) => ok,
				() => false,
			),
		)
		.toBe(true);
	return origin;
}

/** The snippet that every proxy of the Caddyfile imports. */
async function patience(): Promise<string> {
	const caddyfile = await readFile(join(import.meta.dirname, "../../Caddyfile"), "utf8");
	const snippet = /^\(patiently\) \{\n[\s\S]*?^\}$/m.exec(caddyfile)?.[0];
	if (snippet === undefined) throw new Error("The Caddyfile must have a snippet (patiently)");
	return snippet;
}
