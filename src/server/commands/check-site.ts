import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Parser } from "htmlparser2";
import { pino } from "pino";
import { bodyHtml } from "../content/pages/page.ts";
import type { Problem } from "../content/problem.ts";
import type { Revision } from "../content/revision.ts";
import { LiveContent } from "../content-worker/live-content.ts";
import type { ContentThreadData, LiveRevision } from "../content-worker/revision-delta.ts";
import { OperatorError } from "../errors.ts";
import { REPORT_FORMATS, writeReport } from "./write-report.ts";

export interface CheckOptions extends Pick<ContentThreadData, "environment" | "code"> {
	/** The bundle of the content thread. */
	readonly entry: URL;
}

/**
 * Reads a site folder like the server, and lists all its problems.
 *
 * @throws {OperatorError} When the arguments name no folder.
 * @throws {ContentRefusedError} When the folder cannot be served at all.
 */
export async function checkSite(words: readonly string[], options: CheckOptions) {
	const { folder, format, isExternal } = readCheckWords(words);
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw refusal(`The folder must exist: got "${folder}"`);
	}
	const revision = await readSite(resolve(folder), options);
	const problems: readonly Problem[] = [
		...revision.problems,
		...findOddities(revision),
		...(isExternal ? await checkExternalLinks(revision) : []),
	];
	return { report: writeReport(problems, { format, folder }), problemCount: problems.length };
}

async function readSite(
	siteFolder: string,
	{ entry, ...options }: CheckOptions,
): Promise<LiveRevision> {
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-check-"));
	try {
		const content = await LiveContent.open({
			entry,
			threadData: {
				siteFolder,
				isEmbedded: false,
				dataFolder,
				...options,
				buildId: "check",
				maxProblems: Number.MAX_SAFE_INTEGER,
			},
			log: pino({ level: "silent" }),
		});
		await content.close();
		return content.revision;
	} finally {
		await rm(dataFolder, { recursive: true, force: true });
	}
}

/** Larger pictures take over a second on a phone. */
const MAX_IMAGE_BYTES = 1_000_000;

const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

const MEGABYTE = 1_000_000;

/** Finds pages with equal titles, and large images. */
function findOddities({ pages, files }: Pick<Revision, "pages" | "files">): Problem[] {
	return [...equalTitles(pages), ...heavyImages(files)];
}

/** Search engines and tabs show only the title, so pages of a folder need different ones. */
function equalTitles(pages: Revision["pages"]): Problem[] {
	const listed = [...pages.values()].filter(
		({ frontMatter, title }) => title !== "" && frontMatter.redirect === undefined,
	);
	const groups = Map.groupBy(listed, ({ path, title }) => `${topOf(path)}\0${title}`);
	return [...groups.values()].flatMap(([first, ...others]) =>
		others.map(({ file, title }) => ({
			file,
			line: 1,
			message: `The title "${title}" is already the title of "${first?.file}"`,
		})),
	);
}

/** Languages, versions and sections may share titles such as "Introduction". */
function topOf(path: string): string {
	return path.slice(0, path.lastIndexOf("/"));
}

function heavyImages(files: Revision["files"]): Problem[] {
	return [...files].flatMap(([path, { size, realRoot, absolutePath }]) =>
		IMAGE.test(path) && size > MAX_IMAGE_BYTES
			? [
					{
						file: relative(realRoot, absolutePath).replaceAll("\\", "/"),
						message: `The image is ${(size / MEGABYTE).toFixed(1)} MB: it should have less than ${MAX_IMAGE_BYTES / MEGABYTE} MB`,
					},
				]
			: [],
	);
}

/** @throws {OperatorError} When the words name no folder, or an unknown option. */
function readCheckWords(words: readonly string[]) {
	const { positionals: folders, values } = parseArgs({
		args: [...words],
		allowPositionals: true,
		strict: false,
		options: { external: { type: "boolean" }, format: { type: "string" } },
	});
	const { external = false, format = "text", ...others } = values;
	const [option] = Object.keys(others);
	if (option !== undefined) {
		throw refusal(`There is no option "${option.length === 1 ? "-" : "--"}${option}"`);
	}
	const [folder, ...rest] = folders;
	if (folder === undefined || rest.length > 0) {
		throw refusal(`The argument must be one folder: got "${folders.join(" ")}"`);
	}
	const known = REPORT_FORMATS.find((name) => name === format);
	if (known === undefined) {
		throw refusal(`--format must be ${REPORT_FORMATS.join(", ")}: got "${format}"`);
	}
	return { folder, format: known, isExternal: external !== false };
}

function refusal(sentence: string): OperatorError {
	return new OperatorError("command-invalid", [sentence]);
}

const MAX_REQUESTS = 8;
const TIMEOUT_MS = 10_000;

/** Some sites refuse clients that are not browsers, whether the page exists or not. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 999]);

/** Finds dead links to other sites. Requests each address once. */
export async function checkExternalLinks(
	{ pages }: Pick<Revision, "pages">,
	request: typeof fetch = fetch,
): Promise<Problem[]> {
	const files = new Map<string, Set<string>>();
	for (const page of pages.values()) {
		for (const link of linksIn(bodyHtml(page))) {
			const url = link.replace(/#.*$/, "");
			files.set(url, (files.get(url) ?? new Set()).add(page.file));
		}
	}
	const waiting = [...files];
	const problems: Problem[] = [];
	await Promise.all(Array.from({ length: MAX_REQUESTS }, work));
	return problems.toSorted((one, other) => (one.file < other.file ? -1 : 1));

	async function work(): Promise<void> {
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			const [url, pagesWithIt] = next;
			const reason = await whyDead(url, request);
			if (reason === undefined) continue;
			for (const file of pagesWithIt) {
				problems.push({ file, message: `Link "${url}" is dead: ${reason}` });
			}
		}
	}
}

function linksIn(html: string): readonly string[] {
	const links: string[] = [];
	const parser = new Parser({
		onopentag(name, { href = "" }) {
			if (name === "a" && /^https?:\/\//.test(href)) links.push(href);
		},
	});
	parser.end(html);
	return links;
}

async function whyDead(url: string, request: typeof fetch): Promise<string | undefined> {
	try {
		const head = await request(url, options("HEAD"));
		if (head.ok || REFUSALS.has(head.status)) return undefined;
		// Some servers do not answer HEAD.
		const got = await request(url, options("GET"));
		await got.body?.cancel();
		return got.ok || REFUSALS.has(got.status) ? undefined : `the status is ${got.status}`;
	} catch (error) {
		return error instanceof Error && error.name === "TimeoutError"
			? `no response within ${TIMEOUT_MS / 1000} seconds`
			: "the site cannot be reached";
	}
}

function options(method: string): RequestInit {
	return {
		method,
		redirect: "follow",
		signal: AbortSignal.timeout(TIMEOUT_MS),
		headers: { "user-agent": "Loggia check-site" },
	};
}
