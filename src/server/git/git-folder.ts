import { mkdir, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { PRIVATE_FOLDER_MODE } from "../../platform/private-file.ts";
import type { GitAddress } from "../../platform/settings/schemas.ts";
import { replaceFile, SharedFolder } from "../../platform/shared-folder.ts";
import { OperatorError } from "../errors.ts";
import { COMMIT_ID, commitTimesFile, readCommitTimes } from "./commit-times.ts";
import { type GitCredentials, reasonOf, runGit } from "./run-git.ts";

/** Folder name in the data folder. */
export const GIT_FOLDER = "git";

/** Name of the link to the current commit, which is the site folder. */
export const CURRENT_COMMIT = "current";

const LIST_TIMEOUT_MS = 30_000;
const CLONE_TIMEOUT_MS = 10 * 60_000;

/** How long a replaced commit stays. Processes notice a new commit sooner. */
const REPLACED_FOR_MS = 60 * 60_000;

interface GitFolderOptions {
	/** Absolute. */
	readonly dataFolder: string;
	readonly address: GitAddress;
	readonly credentials: GitCredentials;
	/** Whether the history of each new commit is read as well. */
	readonly readsCommitTimes: boolean;
	/** @returns Why a folder cannot be the site folder, or `undefined` when it can. */
	readonly judge: (folder: string) => Promise<string | undefined>;
	/** Receives warnings for the operator about a commit that can still be used. */
	readonly warn: (message: string) => void;
	/** Adds the files of tags to the folder of a commit, if its settings name tags. */
	readonly placeVersions: (
		folder: string,
		checkOut: (tag: string, into: string) => Promise<void>,
	) => Promise<void>;
}

/**
 * The files of the newest commit of a branch.
 *
 * Each commit is a folder that appears whole, and a link points to the current one. So any number
 * of processes may share the folder, and a failure changes nothing.
 */
export class GitFolder {
	readonly #folder: SharedFolder;
	readonly #options: GitFolderOptions;
	/** The last unusable commit and the reason, so that it is not cloned again. */
	#refused: { readonly commit: string; readonly reason: string } | undefined;

	constructor(options: GitFolderOptions) {
		const path = join(options.dataFolder, GIT_FOLDER);
		this.#folder = new SharedFolder(path, Date.now, PRIVATE_FOLDER_MODE);
		this.#options = options;
	}

	/** @returns The current commit; `undefined` before the first one. */
	async current(): Promise<string | undefined> {
		return readlink(this.#folder.pathOf(CURRENT_COMMIT)).catch(() => undefined);
	}

	/**
	 * Fetches the newest commit of the branch, and makes it the current one.
	 *
	 * @returns The commit id.
	 * @throws {Error} When the commit cannot be fetched or used.
	 */
	async pull(): Promise<string> {
		const newest = await this.#newest();
		if ((await this.current()) === newest) return newest;
		if (this.#refused?.commit === newest) throw new Error(this.#refused.reason);
		const commit = (await this.#folder.markUsed(newest)) ? newest : await this.#clone();
		const reason = await this.#options.judge(this.#folder.pathOf(commit));
		if (reason !== undefined) {
			this.#refused = { commit, reason: `Commit ${commit.slice(0, 12)} cannot be used: ${reason}` };
			throw new Error(this.#refused.reason);
		}
		await this.#folder.pointTo(commit, CURRENT_COMMIT);
		await this.#folder.removeUnused(
			REPLACED_FOR_MS,
			(name) => name === CURRENT_COMMIT || name.startsWith(commit),
		);
		return commit;
	}

	async #newest(): Promise<string> {
		const { url, branch } = this.#options.address;
		const name = branch === undefined ? "HEAD" : `refs/heads/${branch}`;
		const listed = await this.#git(["ls-remote", "--", url, name], LIST_TIMEOUT_MS);
		const [commit = ""] = listed.split(/\s/, 1);
		if (!COMMIT_ID.test(commit))
			throw new Error(`The repository has no branch "${branch ?? name}"`);
		return commit;
	}

	/** Clones into a git directory beside the files, so that it is not part of the site folder. */
	#clone(): Promise<string> {
		return this.#folder.withDraft(async (draft) => {
			const [repository, files] = [join(draft, "repository"), join(draft, "files")];
			await this.#cloneInto(repository, "--depth=1");
			const words = [`--git-dir=${repository}`, "rev-parse", "HEAD"];
			// A newer commit may have arrived since the branch was listed.
			const commit = (await this.#git(words, LIST_TIMEOUT_MS)).trim();
			await this.#checkOut(repository, commit, files);
			await this.#options.placeVersions(files, (tag, into) =>
				this.#checkOutTag(repository, tag, into),
			);
			if (this.#options.readsCommitTimes) {
				await this.#saveCommitTimes(commit, join(draft, "history"));
			}
			await this.#folder.publish(files, commit);
			return commit;
		});
	}

	async #cloneInto(repository: string, extent: string): Promise<void> {
		const { url, branch } = this.#options.address;
		const words = ["clone", "--quiet", "--bare", "--single-branch", "--no-tags", "--template="];
		const chosen = branch === undefined ? [] : [`--branch=${branch}`];
		await this.#git([...words, extent, ...chosen, "--", url, repository], CLONE_TIMEOUT_MS);
	}

	async #checkOut(repository: string, revision: string, into: string): Promise<void> {
		await mkdir(into);
		const words = [`--git-dir=${repository}`, `--work-tree=${into}`, "checkout", "--quiet"];
		await this.#git([...words, "--force", revision, "--", "."], LIST_TIMEOUT_MS);
	}

	async #checkOutTag(repository: string, tag: string, into: string): Promise<void> {
		const { url } = this.#options.address;
		const ref = `refs/tags/${tag}`;
		const fetch = [`--git-dir=${repository}`, "fetch", "--quiet", "--depth=1", "--no-tags"];
		await this.#git([...fetch, "--", url, `${ref}:${ref}`], CLONE_TIMEOUT_MS).catch(
			(error: unknown) => {
				throw new Error(`versions: the tag "${tag}" cannot be fetched: ${reasonOf(error)}`);
			},
		);
		await this.#checkOut(repository, ref, into);
	}

	/** If the history cannot be read, pages have no commit times. */
	async #saveCommitTimes(commit: string, repository: string): Promise<void> {
		try {
			// Clones commits and trees, without file contents.
			await this.#cloneInto(repository, "--filter=blob:none");
			const times = await readCommitTimes({ repository, commit, folder: "", isShallow: false });
			await replaceFile(commitTimesFile(this.#folder.pathOf(commit)), (file) =>
				writeFile(file, JSON.stringify([...times])),
			);
		} catch (error) {
			this.#options.warn(`The commit times cannot be read: ${reasonOf(error)}`);
		}
	}

	#git(words: readonly string[], timeoutMs: number): Promise<string> {
		const { credentials, address } = this.#options;
		return runGit({ ...credentials, words, url: address.url, timeoutMs });
	}
}

/** Updates a site folder to the newest commit of its branch, for as long as the process lives. */
export type GitFollower = Awaited<ReturnType<typeof followGit>>;

/**
 * Follows a branch. The commit of an earlier start is used at once, also while the repository
 * is unreachable.
 *
 * @throws {OperatorError} When there is no commit yet, and none can be fetched.
 */
export async function followGit(
	folder: GitFolder,
	everyMs: number,
	log: Pick<Logger, "info" | "warn">,
) {
	let commit = await folder.current();
	let failure: string | undefined;
	let isLooking = false;
	let isAskedAgain = false;
	let timer: NodeJS.Timeout | undefined;

	const pull = async (): Promise<void> => {
		const pulled = await folder.pull();
		if (pulled !== commit) log.info({ commit: pulled }, "Pulled another commit");
		if (failure !== undefined) log.info("The repository of the site folder is reachable again");
		commit = pulled;
		failure = undefined;
	};
	/** Pulls at once, or again after a pull that is already running. */
	const look = (): void => {
		isAskedAgain = isLooking;
		if (isLooking) return;
		isLooking = true;
		clearTimeout(timer);
		pull()
			.catch((error: unknown) => {
				const reason = reasonOf(error);
				// Logs a reason only when it changes: the error repeats while the repository is unreachable.
				if (reason !== failure) log.warn({ reason }, "SITE_GIT cannot be pulled");
				failure = reason;
			})
			.finally(() => {
				isLooking = false;
				if (isAskedAgain) return look();
				timer = setTimeout(look, everyMs).unref();
			});
	};
	if (commit === undefined) {
		await pull().catch((error: unknown) => {
			throw new OperatorError("git-unreachable", [
				`SITE_GIT must name a repository with a site that can be served: ${reasonOf(error)}`,
			]);
		});
	}
	look();
	return {
		look,
		/** The current commit; `undefined` before the first one. */
		commit: () => commit,
		/** Why the newest commit is not the site folder, as a sentence; `undefined` while it is. */
		problem: () => failure,
	};
}
