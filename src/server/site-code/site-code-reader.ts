import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { generatePath } from "react-router";
import { WorkerCalls } from "../../platform/workers/worker-calls.ts";
import type { Heading } from "../../shared/page/payload.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { readFrontMatter } from "../content/front-matter/front-matter.ts";
import { packBody } from "../content/pages/page.ts";
import { type ParsedPage, unreadablePage } from "../content/pages/parse-page.ts";
import type { Problem } from "../content/problem.ts";
import type { CodeReader, ListedCode } from "../content/revision.ts";
import {
	type CodePage,
	isOnePath,
	isPattern,
	type SiteCode,
	type SiteCodeReading,
} from "../content/site-code.ts";
import type { LoadedMeta, PageCall, PageDescription } from "../pages/code-runner.ts";
import type { FailedBuild } from "./build-code.ts";
import type { BuildCalls } from "./build-thread.ts";
import {
	CODE_FOLDERS,
	type CodeFolder,
	type CodePageFile,
	listCodeFolder,
	stampOfFiles,
} from "./code-folder.ts";
import { CodeHost, type CodeLog } from "./code-host.ts";
import { lastStoredCode, type StoredCode } from "./store-code.ts";

export interface SiteCodeReaderOptions {
	/** Contains `src` and `node_modules` of the product. */
	readonly root: string;
	/** The bundle of the thread that builds. */
	readonly buildThread: URL;
	/** Absolute. */
	readonly dataFolder: string;
	/** Whether builds are for a developer; absent: for visitors. */
	readonly isDevelopment?: boolean | undefined;
	readonly log: CodeLog;
}

/** State of a build's files before the build, so that a save during the build is detected. */
interface Stamps {
	readonly stamp: string;
	/** Stamp of the files outside of the code folders that the previous build read. */
	readonly inputsStamp: string;
}

/** The bundler holds all modules in memory, and would spend half of its time on garbage collection. */
const BUNDLER_ENVIRONMENT = { GOGC: "200" };

interface Read extends Stamps {
	/** Files that the build read outside of the code folders, or did not find; relative to the site folder. */
	readonly inputs: readonly string[];
	readonly reading: SiteCodeReading;
}

const NOTHING: Read = {
	...{ stamp: "", inputsStamp: "", inputs: [] },
	reading: { problems: [], folders: [] },
};

/**
 * Builds the code of a site folder when one of its files has changed. If a build fails, the last good
 * build stays in use, also that of an earlier process, and the problems give the reason.
 */
export class SiteCodeReader implements CodeReader {
	readonly #options: SiteCodeReaderOptions;
	#last = NOTHING;
	/** Pages of a developer, by their files and descriptions. */
	#pages: ReadonlyMap<string, CodePage> = new Map();
	/** A developer's thread, which remembers what it has parsed. */
	#builder: WorkerCalls<BuildCalls> | undefined;

	constructor(options: SiteCodeReaderOptions) {
		this.#options = options;
	}

	list(root: string): ListedCode {
		const folder = listCodeFolder(root);
		const inputsStamp = stampOfFiles(root, this.#last.inputs);
		const { components, islands } = folder;
		return {
			names: { components: Object.keys(components), islands: Object.keys(islands) },
			read: async ({ public: config }) => {
				const isSame = folder.stamp === this.#last.stamp && inputsStamp === this.#last.inputsStamp;
				if (isSame) return this.#last.reading;
				this.#last = hasModules(folder)
					? await this.#readModules(root, folder, inputsStamp, config)
					: { ...NOTHING, stamp: folder.stamp };
				return this.#last.reading;
			},
		};
	}

	async #readModules(
		root: string,
		folder: CodeFolder,
		inputsStamp: string,
		config: PublicConfig,
	): Promise<Read> {
		const built = (await this.#keptBuild(root, folder)) ?? (await this.#build(root, folder));
		const described =
			"manifest" in built ? await this.#describe(root, folder, built, config) : built.failures;
		const inputs = built.inputs.filter((file) => !isInCodeFolder(file)).toSorted();
		const isGood = "pages" in described;
		const code = isGood
			? described
			: (this.#last.reading.code ?? (await this.#lastGood(root, folder, config)));
		const found = "manifest" in built ? built.problems : [];
		const problems = isGood
			? [...found, ...described.pages.flatMap(({ parsed }) => parsed.problems)]
			: described;
		// A file that was not found may be a folder.
		const folders = [...CODE_FOLDERS, ...built.inputs.flatMap((file) => [dirname(file), file])];
		const known = "manifest" in built ? [] : this.#last.reading.folders;
		return {
			stamp: folder.stamp,
			// The state of new inputs before the build is unknown.
			inputsStamp: isDeepStrictEqual(inputs, this.#last.inputs)
				? inputsStamp
				: stampOfFiles(root, inputs),
			inputs,
			reading: {
				...(code !== undefined && { code }),
				problems,
				folders: [...new Set([...folders.map((name) => join(root, name)), ...known])],
			},
		};
	}

	async #lastGood(
		root: string,
		folder: CodeFolder,
		config: PublicConfig,
	): Promise<SiteCode | undefined> {
		const stored = await lastStoredCode(this.#options.dataFolder);
		const code = stored && (await this.#describe(root, folder, stored, config));
		return code !== undefined && "pages" in code ? code : undefined;
	}

	/** A developer's thread stays. Its end would free the memory of the build, and forget what it has parsed. */
	async #build(siteFolder: string, folder: CodeFolder): Promise<StoredCode | FailedBuild> {
		const { root, dataFolder, isDevelopment } = this.#options;
		const thread = this.#builder ?? this.#startBuilder();
		if (isDevelopment) this.#builder = thread;
		try {
			const sources = { root, siteFolder, isDevelopment };
			return await thread.ask("build", { sources, folder, dataFolder, key: this.#keyOf(folder) });
		} finally {
			if (!isDevelopment) await thread.close();
		}
	}

	#startBuilder(): WorkerCalls<BuildCalls> {
		const title = "The build of the site's code";
		return new WorkerCalls({
			title,
			entry: this.#options.buildThread,
			data: undefined,
			memory: {},
			env: { ...process.env, ...BUNDLER_ENVIRONMENT },
		});
	}

	/** @returns The build of an earlier process, if it read the same files. */
	async #keptBuild(root: string, folder: CodeFolder): Promise<StoredCode | undefined> {
		if (this.#last !== NOTHING) return undefined;
		const stored = await lastStoredCode(this.#options.dataFolder);
		if (stored?.key !== this.#keyOf(folder)) return undefined;
		return stored.inputsStamp === stampOfFiles(root, stored.inputs) ? stored : undefined;
	}

	/** Changes with the folder and with this program. */
	#keyOf({ stamp }: CodeFolder): string {
		const { buildThread, isDevelopment = false } = this.#options;
		return `${isDevelopment} ${stampOfFiles("", [fileURLToPath(buildThread)])}\n${stamp}`;
	}

	/** Starts the module once, to read the descriptions of its pages and to render their text. */
	async #describe(
		siteFolder: string,
		folder: CodeFolder,
		{ manifest, module }: StoredCode,
		config: PublicConfig,
	): Promise<SiteCode | readonly Problem[]> {
		const { basePath } = config;
		const host = new CodeHost({ module, siteFolder, basePath, log: this.#options.log });
		try {
			const described = await host.ask("describe", undefined);
			const descriptions = new Map(described.map((page) => [page.id, page]));
			const entries = await Promise.all(
				folder.pages.flatMap((file) => {
					const description = descriptions.get(file.id);
					if (description === undefined) return [];
					const stamp = stampOfFiles(siteFolder, [file.file]);
					const key = JSON.stringify([stamp, file, description, config]);
					const known = this.#pages.get(key);
					return [pageEntry(key, known ?? codePage(host, file, description, config))];
				}),
			);
			// A developer's search may lack the text of a component that has changed; a save is served sooner.
			if (this.#options.isDevelopment) this.#pages = new Map(entries);
			const pages = entries.map(([, page]) => page);
			return {
				...{ manifest, module, siteFolder, basePath, pages },
				components: Object.keys(folder.components),
				layouts: Object.keys(folder.layouts),
				middleware: Object.keys(folder.middleware),
				islands: Object.keys(folder.islands),
				api: folder.api.map(({ file: _, ...paths }) => paths),
			};
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			return [{ file: ".", message: `The code of the site cannot be started: ${message}` }];
		} finally {
			await host.close();
		}
	}
}

async function pageEntry(
	key: string,
	page: CodePage | Promise<CodePage>,
): Promise<readonly [string, CodePage]> {
	return [key, await page];
}

function isInCodeFolder(file: string): boolean {
	return CODE_FOLDERS.some((folder) => file.startsWith(`${folder}/`));
}

function hasModules({ pages, styles, ...named }: CodeFolder): boolean {
	const { components, layouts, middleware, islands, api } = named;
	return (
		pages.length > 0 ||
		styles !== undefined ||
		[components, layouts, middleware, islands, api].some((files) => Object.keys(files).length > 0)
	);
}

async function codePage(
	host: CodeHost,
	file: CodePageFile,
	description: PageDescription,
	config: PublicConfig,
): Promise<CodePage> {
	const { meta, hasLoader, hasAction, cacheSeconds, paths = [] } = description;
	// JSON is YAML: `meta` may contain the fields of front matter, under the same rules.
	const front = readFrontMatter(file.file, `---\n${JSON.stringify(meta)}\n---\n`);
	const { middleware } = front.frontMatter;
	const empty = unreadablePage(file.file);
	const parsedAt = async (
		path: string,
		params: Readonly<Record<string, string>>,
	): Promise<ParsedPage> => {
		const isShown = !isPattern(path) && middleware.length === 0;
		const shown = isShown ? await textOf(host, { id: file.id, path, params }, config) : undefined;
		const { html = "", meta: loaded = {} } = shown ?? {};
		const { tags: _tags, ...texts } = { tags: [], ...loaded };
		const own = { title: titleOfPath(path), ...front.frontMatter, ...texts };
		const headings = headingsIn(html);
		const digest = hash("sha256", JSON.stringify([own, html]), "hex");
		return {
			...empty,
			// Pages are found by their files. As a fragment, the path does not change the file's address.
			file: path === file.pattern ? file.file : `${file.file}#${path}`,
			frontMatter: { ...own, slug: path, code: file.id },
			isUnderstood: front.isUnderstood,
			isReadable: true,
			body: { ...empty.body, packed: packBody(html, headings), heading: own.title },
			problems: front.problems.map(({ message }) => ({ file: file.file, message })),
			...{ digest, sourceDigest: digest, size: html.length, endsInNewline: true },
		};
	};
	const listed = isOnePath(file)
		? []
		: paths.map((params) => parsedAt(generatePath(file.pattern, restOf(file, params)), params));
	return {
		...{ ...file, hasLoader, hasAction },
		...(cacheSeconds !== undefined && { cacheSeconds }),
		parsed: await parsedAt(file.pattern, {}),
		listed: await Promise.all(listed),
	};
}

/** React Router names the rest of a path `*`. */
function restOf({ rest }: CodePageFile, params: Readonly<Record<string, string>>) {
	return rest === undefined ? params : { ...params, "*": params[rest] ?? "" };
}

/** A save must be served soon, so a page with a slower loader has no text in the search. */
const TEXT_LIMIT_MS = 1000;

/** @returns `undefined` for a page that cannot be rendered now. */
async function textOf(
	host: CodeHost,
	{ id, path, params }: Pick<PageCall, "path" | "params"> & { readonly id: string },
	config: PublicConfig,
): Promise<{ readonly html: string; readonly meta?: LoadedMeta } | undefined> {
	const url = `http://localhost${urlPath(config.basePath, path)}`;
	const request = { url, method: "GET", headers: [] };
	try {
		const call = { id, path, params, middleware: [], request };
		const result = await host.ask("load", call, TEXT_LIMIT_MS);
		if (result.kind !== "pass") return undefined;
		const { data, meta } = result;
		const page = {
			id,
			path,
			title: "",
			hasHeading: true,
			headings: [],
			layout: "default",
		} as const;
		const payload = {
			kind: "page",
			navigation: { sections: [], sidebar: [] },
			page: { ...page, middleware: [], ...(data !== undefined && { routeData: data }) },
		} as const;
		const { html } = await host.ask("page", { config, payload });
		return { html, ...(meta && { meta }) };
	} catch {
		// A visitor's request causes the same error, and logs it.
		return undefined;
	}
}

const HEADING = /<h([23])[^>]*\sid="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g;

function headingsIn(html: string): readonly Heading[] {
	return Array.from(html.matchAll(HEADING), ([, level, id = "", text = ""]) => ({
		level: level === "2" ? 2 : 3,
		id,
		text: text.replaceAll(/<[^>]*>/g, "").trim(),
	}));
}
