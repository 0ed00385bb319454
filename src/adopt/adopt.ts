import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runLimited } from "../platform/limited-process.ts";
import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import { loadRevision } from "../server/content/load-revision.ts";
import { SITE_CONFIG_FILE } from "../server/content/parse-site-config.ts";
import { groupProblems, type Problem, renderProblem } from "../server/content/problem.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { AdoptError, type Adoption } from "./adoption.ts";
import { type JudgedAddresses, judgeAddresses, pageAt } from "./judge-addresses.ts";
import { siteFileText } from "./site-file.ts";

/**
 * Writes the `site.yaml` of a folder that was written for another generator. No page is changed, and
 * an existing file is only replaced with `--force`.
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
			`The folder must hold a documentation of a known generator, or a README: nothing is known in "${folder}"`,
		);
	}
	const adoption = await atItsAddress(folder, recognized);
	const configured = Object.entries(adoption.settings.redirects ?? {});
	const draft = siteFileText(adoption, new Map(configured));
	const revision = await loadRevision({
		siteFolder: folder,
		environment: {},
		configText: draft.text,
	});
	const addresses = judgeAddresses(adoption, revision);
	const redirects = new Map([...configured, ...addresses.redirects]);
	const { text, leftOut } = siteFileText(adoption, redirects);
	if (print) return text;
	const outcome = write(join(folder, SITE_CONFIG_FILE), text, force);
	return reportAdoption({
		adoption,
		...addresses,
		problems: revision.problems,
		leftOut,
		outcome,
	});
}

/** Moves pages to the address in their own links, where a larger site holds them. */
async function atItsAddress(folder: string, adoption: Adoption): Promise<Adoption> {
	const { settings, addresses } = adoption;
	const { content, navigation } = settings;
	if (typeof content !== "string") return adoption;
	const { text: configText } = siteFileText(adoption, new Map());
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
		addresses: Object.fromEntries(
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
		`The words must be one folder that exists, and --force or --print: got "${words.join(" ")}"`,
	);
}

function write(file: string, text: string, force: boolean): string {
	if (existsSync(file) && !force) {
		return `${file} exists and stays as it is: --print shows the new text, --force replaces the file`;
	}
	writeFileSync(file, text);
	return `${file} is written`;
}

/** The problem of a dead link. */
const DEAD_LINK = /^Link "(\/[^"?#]*)[^"]*" leads to no page and no file$/;

/** Fewer links may agree by accident. */
const MIN_LINKS = 20;

const MAX_SEGMENTS = 3;

/**
 * Infers the address of a documentation that is a part of a larger site: its links start with an address
 * that none of its own pages has.
 *
 * @param isAnswered Whether a page has a path.
 * @returns The prefix of most dead links, without which they would exist, such as `/docs/4.x`.
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

/** Examples for each kind; `check-site` lists all. */
const MAX_PLACES = 3;
const MAX_ADDRESSES = 50;

interface AdoptionFacts extends JudgedAddresses {
	readonly adoption: Adoption;
	readonly problems: readonly Problem[];
	readonly leftOut: readonly string[];
	/** Whether `site.yaml` was written. */
	readonly outcome: string;
}

/** Writes the report, with problems grouped by kind. */
function reportAdoption(facts: AdoptionFacts): string {
	const { adoption, pages, redirects, problems, leftOut, outcome } = facts;
	const served = pages.filter(({ path }) => path !== undefined);
	const lost = pages.filter(({ path, isTaken }) => path === undefined || isTaken);
	const { settings } = adoption;
	const found = Object.entries(settings).flatMap(([key, value]) =>
		value === undefined ? [] : [key],
	);
	return [
		`${adoption.generator}, by ${adoption.evidence}`,
		outcome,
		"",
		...Object.entries(adoption.unread).map(([file, reason]) => `Not read: ${file} (${reason})`),
		`Found: ${found.join(", ")}`,
		...(leftOut.length === 0 ? [] : [`Not usable: ${leftOut.join(", ")}`]),
		`Pages: ${served.length} of ${pages.length}`,
		`Addresses: ${pages.length - lost.length} of ${pages.length} answered, ${redirects.size} of them by a redirect`,
		...lost
			.slice(0, MAX_ADDRESSES)
			.map(({ original, file }) => `  not answered: ${original} (${file})`),
		"",
		...groupProblems(problems).flatMap(({ kind, problems: members }) => [
			`${members.length} × ${kind}`,
			...members.slice(0, MAX_PLACES).map((problem) => `  ${renderProblem(problem)}`),
		]),
	].join("\n");
}

/** Several times the needs of the largest known documentation. */
const LIMITS = { timeMs: 60_000, memoryMb: 256, outputBytes: 16_000_000 };

/**
 * Recognizes the generator of a folder in a process with limits: the folder may come from strangers.
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
	return reading.output === "" ? undefined : JSON.parse(reading.output);
}
