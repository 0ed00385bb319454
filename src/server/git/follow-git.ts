import type { Logger } from "pino";
import { OperatorError } from "../errors.ts";
import type { GitFolder } from "./git-folder.ts";
import { reasonOf } from "./run-git.ts";

export interface FollowGitOptions {
	readonly folder: GitFolder;
	readonly everyMs: number;
	readonly log: Pick<Logger, "info" | "warn">;
}

/** Keeps a site folder at the newest commit of its branch, for as long as the process lives. */
export interface GitFollower {
	/** Looks at once, or again when it is looking already. */
	readonly look: () => void;
	/** The commit that counts; `undefined` before the first one. */
	readonly commit: () => string | undefined;
	/** Why the newest commit is not the site folder, as a sentence; `undefined` while it is. */
	readonly problem: () => string | undefined;
}

/**
 * Follows a branch. What is there from an earlier start counts at once, also while the
 * repository is out of reach.
 *
 * @throws {OperatorError} When there is no commit yet, and none can be had.
 */
export async function followGit({ folder, everyMs, log }: FollowGitOptions): Promise<GitFollower> {
	let commit = await folder.current();
	let failure: string | undefined;
	let isLooking = false;
	let isAskedAgain = false;
	let timer: NodeJS.Timeout | undefined;

	const pull = async (): Promise<void> => {
		const pulled = await folder.pull();
		if (pulled !== commit) log.info({ commit: pulled }, "The site folder is at another commit");
		if (failure !== undefined) log.info("The repository of the site folder answers again");
		commit = pulled;
		failure = undefined;
	};
	const look = (): void => {
		isAskedAgain = isLooking;
		if (isLooking) return;
		isLooking = true;
		clearTimeout(timer);
		void pull()
			.catch((error: unknown) => {
				const reason = reasonOf(error);
				// Once for each reason: this goes on for as long as the repository is away.
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
		commit: () => commit,
		problem: () => failure,
	};
}
