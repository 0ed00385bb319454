import { randomUUID } from "node:crypto";
import { mkdir, readdir, readlink, rename, rm, stat, symlink, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import type { GitAddress } from "../../platform/settings/git-address.ts";
import { type GitCredentials, runGit } from "./run-git.ts";

/** In the data folder. */
export const GIT_FOLDER = "git";

/** A link to the commit that is the site folder now. */
export const CURRENT_COMMIT = "current";

const COMMIT = /^[\da-f]{40}(?:[\da-f]{24})?$/;

const LIST_TIMEOUT_MS = 30_000;
const CLONE_TIMEOUT_MS = 10 * 60_000;

/** A process that still reads the one before has noticed the new one by then. */
const REPLACED_FOR_MS = 60 * 60_000;

export interface GitFolderOptions {
	/** Absolute. */
	readonly dataFolder: string;
	readonly address: GitAddress;
	readonly credentials: GitCredentials;
	/** @returns Why a folder cannot be the site folder, or `undefined` when it can. */
	readonly judge: (folder: string) => Promise<string | undefined>;
	/** Puts the files of tags into the folder of a commit, where its settings ask for them. */
	readonly placeVersions: (
		folder: string,
		checkOut: (tag: string, into: string) => Promise<void>,
	) => Promise<void>;
}

/** @returns The commit that a folder holds, or `undefined` when it is none of a {@link GitFolder}. */
export function commitOf(realPath: string): string | undefined {
	const name = basename(realPath);
	return COMMIT.test(name) ? name : undefined;
}

/**
 * The files of the newest commit of a branch.
 *
 * Each commit is a folder that appears whole, and a link says which of them counts. So any
 * number of processes may share the place, and what fails changes nothing.
 */
export class GitFolder {
	readonly #folder: string;
	readonly #options: GitFolderOptions;
	/** The last commit that could not be used, and why: it is not brought again. */
	#refused: { readonly commit: string; readonly reason: string } | undefined;

	constructor(options: GitFolderOptions) {
		this.#folder = join(options.dataFolder, GIT_FOLDER);
		this.#options = options;
	}

	/** @returns The commit that counts; `undefined` before the first one. */
	async current(): Promise<string | undefined> {
		return readlink(join(this.#folder, CURRENT_COMMIT)).catch(() => undefined);
	}

	/**
	 * Brings the newest commit of the branch.
	 *
	 * @returns Its id.
	 * @throws {Error} When it cannot be had, or cannot be used.
	 */
	async pull(): Promise<string> {
		const newest = await this.#newest();
		if ((await this.current()) === newest) return newest;
		if (this.#refused?.commit === newest) throw new Error(this.#refused.reason);
		await mkdir(this.#folder, { recursive: true });
		const commit = (await this.#isThere(newest)) ? newest : await this.#clone();
		await this.#refuseUnusable(commit);
		const link = join(this.#folder, `.${randomUUID()}`);
		await symlink(commit, link);
		await rename(link, join(this.#folder, CURRENT_COMMIT));
		await this.#prune(commit);
		return commit;
	}

	async #refuseUnusable(commit: string): Promise<void> {
		const reason = await this.#options.judge(join(this.#folder, commit));
		if (reason === undefined) return;
		this.#refused = { commit, reason: `Commit ${commit.slice(0, 12)} cannot be used: ${reason}` };
		throw new Error(this.#refused.reason);
	}

	async #newest(): Promise<string> {
		const { url, branch } = this.#options.address;
		const name = branch === undefined ? "HEAD" : `refs/heads/${branch}`;
		const listed = await this.#git(["ls-remote", "--", url, name], LIST_TIMEOUT_MS);
		const [commit = ""] = listed.split(/\s/, 1);
		if (!COMMIT.test(commit)) throw new Error(`The repository has no branch "${branch ?? name}"`);
		return commit;
	}

	/** The newest one may be another by now. */
	async #clone(): Promise<string> {
		const { url, branch } = this.#options.address;
		const unfinished = join(this.#folder, `.clone-${randomUUID()}`);
		const words = ["clone", "--quiet", "--depth=1", "--single-branch", "--no-tags", "--template="];
		const chosen = branch === undefined ? [] : [`--branch=${branch}`];
		try {
			await this.#git([...words, ...chosen, "--", url, unfinished], CLONE_TIMEOUT_MS);
			const head = await this.#git(["-C", unfinished, "rev-parse", "HEAD"], LIST_TIMEOUT_MS);
			const commit = head.trim();
			await this.#options.placeVersions(unfinished, (tag, into) =>
				this.#checkOut(unfinished, tag, into),
			);
			await rm(join(unfinished, ".git"), { recursive: true });
			await rename(unfinished, join(this.#folder, commit)).catch(async (error: unknown) => {
				// Another process was faster.
				if (!(await this.#isThere(commit))) throw error;
			});
			return commit;
		} finally {
			await rm(unfinished, { recursive: true, force: true });
		}
	}

	async #checkOut(clone: string, tag: string, into: string): Promise<void> {
		const { url } = this.#options.address;
		const ref = `refs/tags/${tag}`;
		const fetch = ["-C", clone, "fetch", "--quiet", "--depth=1", "--no-tags", "--", url];
		await this.#git([...fetch, `${ref}:${ref}`], CLONE_TIMEOUT_MS).catch((error: unknown) => {
			const reason = error instanceof Error ? error.message : String(error);
			throw new Error(`versions: the tag "${tag}" cannot be had: ${reason}`);
		});
		await mkdir(into);
		const words = ["-C", clone, `--work-tree=${into}`, "checkout", "--quiet", "--force", ref];
		await this.#git([...words, "--", "."], LIST_TIMEOUT_MS);
	}

	#git(words: readonly string[], timeoutMs: number): Promise<string> {
		const { credentials, address } = this.#options;
		return runGit({ ...credentials, words, url: address.url, timeoutMs });
	}

	/** And in use from now on. */
	async #isThere(commit: string): Promise<boolean> {
		const now = new Date();
		return utimes(join(this.#folder, commit), now, now).then(
			() => true,
			() => false,
		);
	}

	async #prune(current: string): Promise<void> {
		for (const name of await readdir(this.#folder)) {
			if (name === current || name === CURRENT_COMMIT) continue;
			const path = join(this.#folder, name);
			const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
			if (Date.now() - mtimeMs > REPLACED_FOR_MS) await rm(path, { recursive: true, force: true });
		}
	}
}
