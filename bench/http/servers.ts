import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { MEMORY_ENVIRONMENT } from "../../scripts/start/service-process.ts";
import { freePort } from "../../test/support/free-port.ts";
import { API_KEY, PROJECT_KEY } from "../ingest/bodies.ts";
import { type PinnedProcess, startPinned, untilIdle } from "./pinned-process.ts";
import type { RecordedAnswer } from "./record-answer.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Below `node_modules`, so that what it imports is found. */
const BUNDLES = join(ROOT, "node_modules/.cache/bench");

export interface ProductOptions {
	/** Kept between starts, or a new one. */
	readonly dataFolder?: string;
	readonly environment?: Readonly<Record<string, string>>;
}

/** Starts and ends servers and folders, so that nothing stays behind. */
export class Servers implements AsyncDisposable {
	readonly #processes: PinnedProcess[] = [];
	readonly #folders: string[] = [];

	async folder(): Promise<string> {
		const folder = await mkdtemp(join(tmpdir(), "bench-"));
		this.#folders.push(folder);
		return folder;
	}

	/** To be removed at the end. */
	adopt(folder: string): string {
		this.#folders.push(folder);
		return folder;
	}

	/** The product as it is shipped, over a site folder. */
	async product(siteFolder: string, options: ProductOptions = {}): Promise<PinnedProcess> {
		const { dataFolder, environment } = options;
		const port = await freePort();
		return this.#keep(
			startPinned({
				args: [join(ROOT, "dist/server/main.js")],
				port,
				readyPath: "/readyz",
				environment: {
					...MEMORY_ENVIRONMENT,
					HOST: "127.0.0.1",
					PORT: String(port),
					SITE_DIR: siteFolder,
					DATA_DIR: dataFolder ?? (await this.folder()),
					...environment,
				},
			}),
		);
	}

	/**
	 * Starts the product over a new data folder and stops it when it is at rest: what is left to be
	 * done, such as the index of the search, would be done by the next process.
	 */
	async firstStart(
		siteFolder: string,
	): Promise<{ readonly dataFolder: string; readonly readyMs: number }> {
		const dataFolder = await this.folder();
		const first = await this.product(siteFolder, { dataFolder });
		// What was parsed is written a while after the start, for the next one.
		while (!existsSync(join(dataFolder, "parsed-pages"))) {
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		await untilIdle(first);
		await this.stop(first);
		return { dataFolder, readyMs: first.readyMs };
	}

	/** Bare Fastify that repeats what the product answered. */
	async bareFastify(answers: readonly RecordedAnswer[]): Promise<PinnedProcess> {
		const file = join(await this.folder(), "answers.json");
		await writeFile(file, JSON.stringify(answers));
		const port = await freePort();
		const script = join(ROOT, "bench/baseline/bare-fastify.ts");
		const readyPath = `/${answers.find(({ status }) => status === 200)?.name}`;
		return this.#keep(startPinned({ args: [script, file, String(port)], port, readyPath }));
	}

	/** The analytics service as it is shipped. */
	async analytics(
		dataFolder: string,
		environment: Readonly<Record<string, string>> = {},
	): Promise<PinnedProcess> {
		const port = await freePort();
		return this.#keep(
			startPinned({
				args: [join(ROOT, "dist/analytics/main.js")],
				port,
				readyPath: "/readyz",
				environment: {
					...MEMORY_ENVIRONMENT,
					HOST: "127.0.0.1",
					ANALYTICS_PORT: String(port),
					DATA_DIR: dataFolder,
					POSTHOG_KEY: PROJECT_KEY,
					ANALYTICS_API_KEY: API_KEY,
					...environment,
				},
			}),
		);
	}

	/** Bare Fastify that stores what it is sent. */
	async bareIngest(database: string): Promise<PinnedProcess> {
		const port = await freePort();
		const script = join(ROOT, "bench/baseline/bare-ingest.ts");
		return this.#keep(
			startPinned({ args: [script, database, String(port)], port, readyPath: "/healthz" }),
		);
	}

	/** Bare Fastify that renders the tree of one page for each request. */
	async bareRender(document: RecordedAnswer, payload: RecordedAnswer): Promise<PinnedProcess> {
		const folder = await this.folder();
		const files = [join(folder, "document.html"), join(folder, "payload.json")] as const;
		await writeFile(files[0], Buffer.from(document.body, "base64"));
		await writeFile(files[1], Buffer.from(payload.body, "base64"));
		const script = await bundle("bench/baseline/bare-render.tsx");
		const port = await freePort();
		return this.#keep(
			startPinned({
				args: [script, ...files, String(port)],
				port,
				readyPath: "/",
				environment: { NODE_ENV: "production" },
			}),
		);
	}

	async stop(process: PinnedProcess): Promise<void> {
		const position = this.#processes.indexOf(process);
		if (position === -1) return;
		this.#processes.splice(position, 1);
		await process.stop();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await Promise.all(this.#processes.map((process) => process.stop()));
		for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
	}

	async #keep(starting: Promise<PinnedProcess>): Promise<PinnedProcess> {
		const process = await starting;
		this.#processes.push(process);
		return process;
	}
}

/** As the product's own bundles are made: packages stay outside, React is the production build. */
async function bundle(entry: string): Promise<string> {
	await mkdir(BUNDLES, { recursive: true });
	const outfile = join(BUNDLES, "bare-render.mjs");
	await build({
		absWorkingDir: ROOT,
		entryPoints: [entry],
		outfile,
		bundle: true,
		format: "esm",
		platform: "node",
		packages: "external",
		jsx: "automatic",
		define: { "process.env.NODE_ENV": '"production"' },
		loader: { ".css": "empty" },
	});
	return outfile;
}
