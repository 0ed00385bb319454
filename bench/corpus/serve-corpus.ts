import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { adopt } from "../../src/migrate/adopt.ts";
import { recognize } from "../../src/migrate/recognize.ts";
import { freePort } from "../../test/support/free-port.ts";

const ROOT = dirname(dirname(import.meta.dirname));

/** Adopts a copy of a documentation, and deletes the copy after the work. */
export async function withAdoptedCopy<Result>(
	folder: string,
	work: (copy: string) => Promise<Result>,
): Promise<Result> {
	const copy = join(await mkdtemp(join(tmpdir(), "loggia-corpus-")), basename(folder));
	try {
		await cp(folder, copy, {
			recursive: true,
			// Otherwise, a link would point outside of the copy, and its target would not be served.
			verbatimSymlinks: true,
			filter: (path) => !/[\\/](?:node_modules|\.git)$/.test(path),
		});
		await adopt([copy, "--force"], async (path) => recognize(path));
		return await work(copy);
	} finally {
		await rm(dirname(copy), { recursive: true, force: true });
	}
}

/** Serves a site folder with the build during the work. */
export async function whileServed<Result>(
	siteFolder: string,
	work: (origin: string) => Promise<Result>,
): Promise<Result> {
	const port = await freePort();
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-corpus-data-"));
	const server = spawn(process.execPath, [join(ROOT, "dist/server/main.js")], {
		env: {
			...process.env,
			SITE_DIR: siteFolder,
			DATA_DIR: dataFolder,
			HOST: "127.0.0.1",
			PORT: String(port),
			LOG_LEVEL: "silent",
		},
		stdio: "inherit",
	});
	try {
		const origin = `http://127.0.0.1:${port}`;
		await untilReady(`${origin}/readyz`);
		return await work(origin);
	} finally {
		server.kill("SIGTERM");
		await once(server, "exit");
		await rm(dataFolder, { recursive: true, force: true });
	}
}

async function untilReady(url: string): Promise<void> {
	for (let attempt = 0; attempt < 600; attempt += 1) {
		const isReady = await fetch(url).then(
			({ ok }) => ok,
			() => false,
		);
		if (isReady) return;
		await setTimeout(100);
	}
	throw new Error("The server does not get ready");
}
