import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runLimited } from "../platform/limited-process.ts";
import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import { loadRevision } from "../server/content/load-revision.ts";
import { isUnderscored } from "../server/content/page-path.ts";
import { SITE_CONFIG_FILE } from "../server/content/parse-site-config.ts";
import type { Problem } from "../server/content/problem.ts";
import type { LoadedRevision } from "../server/content/revision.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { AdoptError, type Adoption } from "./adoption.ts";
import { checkAddresses, keepAddresses, pageAt } from "./check-addresses.ts";
import { listAdoption, REPORT_FILE, reportAdoption } from "./report-adoption.ts";
import { siteFileText } from "./site-file.ts";
import { SourceFolder } from "./source/source-folder.ts";

/**
 * Writes the `site.yaml` of a folder that was written for another generator. Pages stay unchanged, and
 * an existing `site.yaml` is only replaced with `--force`.
 *
 * @param words `FOLDER [--force] [--print]`
 * @param read Recognizes the generator of a folder.
 * @returns The text to print.
 * @throws {AdoptError} When the words are wrong, or the folder cannot be recognized.
 */
export async function adopt(
	words: readonly string[],
	read: (folder: string) => Promise<Adoption | undefined>,
): Promise<string> {
	const { folder, force, print } = readWords(words);
	const recognized = await read(folder);
	if (recognized === undefined) {
		throw new AdoptError(
			`The folder must contain the documentation of a known generator, or a README: found neither in "${folder}"`,
		);
	}
	const adoption = await atItsAddress(folder, recognized);
	const load = (configText: string): Promise<LoadedRevision> =>
		loadRevision({
			siteFolder: folder,
			environment: {},
			configText,
			// Only the server needs the collections of icons.
			resolveIcon: (name) => name,
		});
	const { paths, redirects } = keepAddresses(adoption, await load(siteFileText(adoption).text));
	const kept = {
		paths,
		redirects: new Map([...(adoption.settings.redirects ?? []), ...redirects]),
	};
	const { text, refusedKeys } = siteFileText(adoption, kept);
	if (print) return text;
	const revision = await load(text);
	const facts = {
		adoption,
		revision,
		refusedKeys,
		addresses: checkAddresses(adoption, revision, redirects),
		leftOut: findLeftOut(folder, adoption, revision.listing),
	};
	const file = join(folder, SITE_CONFIG_FILE);
	if (existsSync(file) && !force) {
		return reportAdoption(
			facts,
			`${file} exists and is not changed: --print shows the new text, --force replaces the file`,
		);
	}
	writeFileSync(file, text);
	writeFileSync(join(folder, REPORT_FILE), listAdoption(facts));
	return reportAdoption(facts, `Wrote ${file}, and all details to ${REPORT_FILE}`);
}

/** Files of pages of all generators; HTML files count only with front matter. */
const PAGE_FILE = /\.(?:mdx?|markdown|mdoc|rst|adoc|asciidoc|ipynb|html|[jt]sx?|astro|vue)$/i;

/** Scripts that are pages, because they are in this folder of Docusaurus, Astro or Nuxt. */
const CODE_PAGE =
	/(?:^|\/)(?:src|app)\/pages\/(?:[^_.[][^/]*\/)*[^_.[][^/.]*\.(?:[jt]sx?|astro|vue)$/;

/** Lists files of pages that are not served, except those that the generator does not publish either. */
function findLeftOut(
	folder: string,
	{ hidden }: Adoption,
	{ pages, contentFolders }: LoadedRevision["listing"],
): readonly string[] {
	const source = new SourceFolder(folder);
	const known = new Set([...pages, ...hidden].map(({ file }) => file));
	return source
		.files("", PAGE_FILE)
		.filter((file) => !known.has(file))
		.filter((file) => {
			if (/\.(?:[jt]sx?|astro|vue)$/.test(file)) return CODE_PAGE.test(file);
			if (!file.endsWith(".html")) return !isUnderscored(file);
			const isInContent = contentFolders.some(
				(content) => content.folder === "" || file.startsWith(`${content.folder}/`),
			);
			return isInContent && source.read(file)?.startsWith("---") === true;
		});
}

/** Moves pages to the address that their own links use, if they are a part of a larger site. */
async function atItsAddress(folder: string, adoption: Adoption): Promise<Adoption> {
	const { settings, addresses } = adoption;
	const { content, navigation } = settings;
	if (typeof content !== "string") return adoption;
	const { text: configText } = siteFileText(adoption);
	const revision = await loadRevision({ siteFolder: folder, environment: {}, configText });
	const at = inferAddress(revision.problems, (path) => pageAt(revision, path) !== undefined);
	if (at === undefined) return adoption;
	const below = at.slice(1);
	return {
		...adoption,
		settings: {
			...settings,
			content: [{ folder: content, at }],
			navigation: navigation && moved(navigation, below),
		},
		addresses:
			addresses &&
			Object.fromEntries(
				Object.entries(addresses).map(([file, original]) => [file, at + original]),
			),
	};
}

function moved(entries: readonly NavigationEntry[], below: string): readonly NavigationEntry[] {
	return entries.map(({ page, folder, pages, ...entry }) => ({
		...entry,
		...definedOnly({
			page: page && `${below}/${page}`,
			folder: folder && `${below}/${folder}`,
			pages: pages && moved(pages, below),
		}),
		...(folder === "" ? { folder: below } : {}),
	}));
}

function readWords(words: readonly string[]) {
	try {
		const { values, positionals } = parseArgs({
			args: [...words],
			allowPositionals: true,
			options: {
				force: { type: "boolean", default: false },
				print: { type: "boolean", default: false },
			},
		});
		const [folder, ...rest] = positionals;
		if (folder !== undefined && rest.length === 0 && existsSync(folder)) {
			return { ...values, folder: resolve(folder) };
		}
	} catch {
		// An unknown option: the error below lists the known ones.
	}
	throw new AdoptError(
		`The arguments must be one existing folder, and optionally --force or --print: got "${words.join(" ")}"`,
	);
}

/** Message of the problem for a dead link. */
const DEAD_LINK = /^Link "(\/[^"?#]*)[^"]*" leads to no page and no file$/;

/** With fewer links, a common prefix may be an accident. */
const MIN_LINKS = 20;

const MAX_SEGMENTS = 3;

/**
 * Infers the address of a documentation that is a part of a larger site: its links start with a prefix
 * that none of its own pages has.
 *
 * @param isAnswered Whether a page exists at a path.
 * @returns The prefix, such as `/docs/4.x`, without which most dead links would lead to a page.
 */
function inferAddress(
	problems: readonly Problem[],
	isAnswered: (path: string) => boolean,
): string | undefined {
	const dead = problems.flatMap(({ message }) => DEAD_LINK.exec(message)?.[1] ?? []);
	const counts = new Map<string, number>();
	for (const path of dead) {
		const segments = path.split("/").slice(1);
		for (let length = 1; length <= MAX_SEGMENTS && length < segments.length; length += 1) {
			const prefix = `/${segments.slice(0, length).join("/")}`;
			if (isAnswered(path.slice(prefix.length))) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
		}
	}
	const [best] = [...counts].toSorted((one, other) => other[1] - one[1]);
	if (best === undefined || best[1] < MIN_LINKS || best[1] < dead.length / 2) return undefined;
	return best[0];
}

/** Several times the needs of the largest known documentation. */
const LIMITS = { timeMs: 60_000, memoryMb: 256, outputBytes: 16_000_000 };

/**
 * Recognizes the generator of a folder in a process with limits, since the folder may be untrusted.
 *
 * @param recognizer The built `recognizer.ts`.
 * @throws {AdoptError} When the process exceeds a limit.
 */
export async function readAdoption(folder: string, recognizer: URL): Promise<Adoption | undefined> {
	const reading = await runLimited(recognizer, [folder], LIMITS);
	if (reading.kind === "failed") {
		throw new AdoptError(
			`The configuration in "${folder}" must be readable within limits: it needed ${reading.reason}`,
		);
	}
	// The recognizer writes an adoption, or nothing.
	return reading.output.length === 0 ? undefined : JSON.parse(reading.output.toString());
}
