import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import {
	MEMORY_ENVIRONMENT,
	SITE_MEMORY_ENVIRONMENT,
} from "../../scripts/start/service-process.ts";
import { freePort } from "../../test/support/free-port.ts";
import { API_KEY, PROJECT_KEY } from "../ingest/bodies.ts";
import { LIST_PATH } from "./bench-site.ts";
import {
	type PinnedProcess,
	type PinnedProcessOptions,
	startPinned,
	untilIdle,
} from "./pinned-process.ts";
import type { RecordedAnswer } from "./record-answer.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Below `node_modules`, so that imports resolve. */
const BUNDLES = join(ROOT, "node_modules/.cache/bench");

export interface ProductOptions {
	/** A folder that several starts share; absent: a new folder. */
	readonly dataFolder?: string;
	readonly environment?: Readonly<Record<string, string>>;
}

/** Starts and stops servers, and removes folders at the end. */
export class Servers implements AsyncDisposable {
	readonly #processes: PinnedProcess[] = [];
	readonly #folders: string[] = [];

	async folder(): Promise<string> {
		const folder = await mkdtemp(join(tmpdir(), "bench-"));
		this.#folders.push(folder);
		return folder;
	}

	/** Registers a folder for removal at the end. */
	adopt(folder: string): string {
		this.#folders.push(folder);
		return folder;
	}

	/** Starts the shipped product with a site folder. */
	async product(siteFolder: string, options: ProductOptions = {}): Promise<PinnedProcess> {
		const { dataFolder, environment } = options;
		const port = await freePort();
		return this.#keep(
			startPinned({
				args: [join(ROOT, "dist/server/main.js")],
				port,
				readyPath: "/readyz",
				environment: {
					...SITE_MEMORY_ENVIRONMENT,
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
	 * Starts the product with a new data folder, and stops it when it is idle: otherwise the next process would
	 * do the remaining work, such as the search index.
	 */
	async firstStart(
		siteFolder: string,
	): Promise<{ readonly dataFolder: string; readonly readyMs: number }> {
		const dataFolder = await this.folder();
		const first = await this.product(siteFolder, { dataFolder });
		// The process writes the parsed pages some time after the start, for the next start.
		while (!existsSync(join(dataFolder, "parsed-pages"))) {
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		await untilIdle(first);
		await this.stop(first);
		return { dataFolder, readyMs: first.readyMs };
	}

	/** Starts bare Fastify that repeats the product's answers. */
	async bareFastify(answers: readonly RecordedAnswer[]): Promise<PinnedProcess> {
		const file = join(await this.folder(), "answers.json");
		await writeFile(file, JSON.stringify(answers));
		const port = await freePort();
		const script = join(ROOT, "bench/baseline/bare-fastify.ts");
		const readyPath = `/${answers.find(({ status }) => status === 200)?.name}`;
		return this.#keep(startPinned({ args: [script, file, String(port)], port, readyPath }));
	}

	/** Starts the shipped analytics service. */
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

	/** Starts bare Fastify that stores the request bodies. */
	async bareIngest(database: string): Promise<PinnedProcess> {
		const port = await freePort();
		const script = join(ROOT, "bench/baseline/bare-ingest.ts");
		return this.#keep(
			startPinned({ args: [script, database, String(port)], port, readyPath: "/healthz" }),
		);
	}

	/** Starts a baseline that renders the tree of one page for each request. */
	async bareRender(
		baseline: "bare-render" | "bare-framework",
		document: RecordedAnswer,
		payload: RecordedAnswer,
	): Promise<PinnedProcess> {
		const folder = await this.folder();
		const files = [join(folder, "document.html"), join(folder, "payload.json")] as const;
		await writeFile(files[0], Buffer.from(document.body, "base64"));
		await writeFile(files[1], Buffer.from(payload.body, "base64"));
		const script = await bundle(baseline);
		const port = await freePort();
		return this.#keep(
			startPinned({
				args: [script, ...files, String(port)],
				port,
				readyPath: LIST_PATH,
				environment: { NODE_ENV: "production" },
			}),
		);
	}

	/** Starts another program than Node. */
	async program(
		program: string,
		options: Omit<PinnedProcessOptions, "program">,
	): Promise<PinnedProcess> {
		return this.#keep(startPinned({ ...options, program }));
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

/** Bundles a baseline with the production build of React; packages stay external. */
async function bundle(name: string): Promise<string> {
	await mkdir(BUNDLES, { recursive: true });
	const outfile = join(BUNDLES, `${name}.mjs`);
	await build({
		absWorkingDir: ROOT,
		entryPoints: [`bench/baseline/${name}.tsx`],
		outfile,
		bundle: true,
		format: "esm",
		platform: "node",
		packages: "external",
		jsx: "automatic",
		define: { "process.env.NODE_ENV": '"production"' },
		loader: { ".css": "empty" },
		plugins: [
			{
				name: "list-page",
				setup({ onResolve }) {
					onResolve({ filter: /\/site-code\.ts$/ }, () => ({
						path: join(ROOT, "bench/baseline/site-code.ts"),
					}));
				},
			},
		],
	});
	return outfile;
}
