import { randomUUID } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { readRegularFile } from "../content/files/read-regular-file.ts";
import type { CommitTimes } from "../content/pages/page.ts";
import { runGit } from "./run-git.ts";

/** By file, relative to the site folder. */
type TimesByFile = ReadonlyMap<string, CommitTimes>;

/** A history of a hundred thousand commits takes some seconds. */
const TIMEOUT_MS = 20_000;
const MAX_LOG_LENGTH = 256 * 1024 * 1024;
const MAX_REFS_BYTES = 64 * 1024 * 1024;

const NO_TIMES: TimesByFile = new Map();

export const COMMIT_ID = /^[\da-f]{40}(?:[\da-f]{24})?$/;

/** @returns The commit of a folder of `SITE_GIT`, or `undefined` for any other folder. */
export function commitOf(realPath: string): string | undefined {
	const name = basename(realPath);
	return COMMIT_ID.test(name) ? name : undefined;
}

/** @returns The file with the commit times, beside the folder of the commit. */
export function commitTimesFile(commitFolder: string): string {
	return `${commitFolder}.times.json`;
}

export interface CommitHistory {
	/** Absolute path of a git directory that Loggia has created, with its own configuration. */
	readonly repository: string;
	readonly commit: string;
	/** The folder whose files are included, relative to the root of the commit; empty: all. */
	readonly folder: string;
	/** Whether the oldest commits are missing: in the first known commit, all files seem to be new. */
	readonly isShallow: boolean;
}

/** @throws {Error} When git fails. */
export async function readCommitTimes(history: CommitHistory): Promise<TimesByFile> {
	const { repository, commit, folder, isShallow } = history;
	const [only, path] = folder === "" ? [[], []] : [[`--relative=${folder}/`], [folder]];
	const log = await runGit({
		words: [
			...[`--git-dir=${repository}`, "log", "--format=%x01%ct %P", "--name-only", "--no-renames"],
			...["-z", ...only, commit, "--", ...path],
		],
		timeoutMs: TIMEOUT_MS,
		maxOutputLength: MAX_LOG_LENGTH,
	});
	const times = new Map<string, CommitTimes>();
	// The newest commit comes first.
	for (const entry of log.split("\u0001").slice(1)) {
		const [line = "", ...names] = entry.split(/[\0\n]/);
		const [seconds, ...parents] = line.trim().split(" ");
		if (isShallow && parents.length === 0) continue;
		const ms = Number(seconds) * 1000;
		for (const name of names) {
			if (name !== "") times.set(name, { firstMs: ms, lastMs: times.get(name)?.lastMs ?? ms });
		}
	}
	return times;
}

/**
 * Creates a function that reads the commit times of a site folder. For a commit of `SITE_GIT`, it
 * reads the file beside the folder. For any other folder, it reads the repository around it. It
 * returns the same map until the commit changes.
 *
 * Git does not read that repository's configuration, hooks and references: Loggia reads the commit
 * id itself, and git reads the objects through a git directory of Loggia.
 */
export function createCommitTimesReader(): (siteFolder: string) => Promise<TimesByFile> {
	let last: { readonly key: string; readonly times: TimesByFile } | undefined;
	return async (siteFolder) => {
		const folder = realpathSync(siteFolder);
		const found = findCommit(folder);
		if (found === undefined) return NO_TIMES;
		const key = JSON.stringify([folder, found]);
		if (last?.key !== key) {
			last = { key, times: await readTimes(folder, found).catch(() => NO_TIMES) };
		}
		return last.times;
	};
}

interface FoundCommit {
	readonly commit: string;
	/** Absolute; absent for a commit of `SITE_GIT`. */
	readonly repository?: string;
}

function findCommit(folder: string): FoundCommit | undefined {
	const own = commitOf(folder);
	if (own !== undefined) return { commit: own };
	const repository = findRepository(folder);
	const commit = repository && headOf(repository);
	return commit === undefined || repository === undefined ? undefined : { commit, repository };
}

async function readTimes(
	folder: string,
	{ commit, repository }: FoundCommit,
): Promise<TimesByFile> {
	if (repository === undefined) {
		// Loggia has written this file.
		const entries = JSON.parse(await readFile(commitTimesFile(folder), "utf8")) as [];
		return new Map(entries);
	}
	const own = join(tmpdir(), `loggia-history-${randomUUID()}`);
	try {
		const shallow = readText(join(repository, "shallow"));
		await mkdir(join(own, "objects/info"), { recursive: true, mode: 0o700 });
		await mkdir(join(own, "refs"));
		await writeFile(join(own, "HEAD"), `${commit}\n`);
		await writeFile(join(own, "config"), configFor(commit));
		await writeFile(join(own, "objects/info/alternates"), `${join(repository, "objects")}\n`);
		if (shallow !== undefined) await writeFile(join(own, "shallow"), shallow);
		return await readCommitTimes({
			repository: own,
			commit,
			folder: relative(dirname(repository), folder),
			isShallow: shallow !== undefined,
		});
	} finally {
		await rm(own, { recursive: true, force: true });
	}
}

function configFor(commit: string): string {
	const format = commit.length === 64 ? "1\n[extensions]\nobjectFormat = sha256" : "0";
	return `[core]\nbare = true\nrepositoryFormatVersion = ${format}\n`;
}

/** Finds the folder `.git` in this folder or in the nearest folder above it. */
function findRepository(folder: string): string | undefined {
	const repository = join(folder, ".git");
	const status = statSync(repository, { throwIfNoEntry: false });
	if (status !== undefined) return status.isDirectory() ? repository : undefined;
	return dirname(folder) === folder ? undefined : findRepository(dirname(folder));
}

function headOf(repository: string): string | undefined {
	const head = readText(join(repository, "HEAD"))?.trim() ?? "";
	if (COMMIT_ID.test(head)) return head;
	const [, reference = ""] = /^ref: (refs\/\S+)$/.exec(head) ?? [];
	if (reference === "" || reference.split("/").includes("..")) return undefined;
	const loose = readText(join(repository, reference))?.trim() ?? "";
	if (COMMIT_ID.test(loose)) return loose;
	const packed = readText(join(repository, "packed-refs"))?.split("\n") ?? [];
	const commit = packed.find((line) => line.endsWith(` ${reference}`))?.split(" ")[0] ?? "";
	return COMMIT_ID.test(commit) ? commit : undefined;
}

function readText(file: string): string | undefined {
	const reading = readRegularFile(file, { maxBytes: MAX_REFS_BYTES });
	return reading.kind === "read" ? reading.bytes.toString() : undefined;
}
