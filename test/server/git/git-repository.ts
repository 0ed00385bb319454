import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const execute = promisify(execFile);

/** A bare repository as a forge has it. */
export interface Repository {
	readonly bare: string;
	/** A clone of it. */
	readonly work: string;
	/** @returns The commit. */
	readonly push: (files: Readonly<Record<string, string>>, atMs?: number) => Promise<string>;
	/** Names the last commit. */
	readonly tag: (name: string) => Promise<void>;
}

/** @returns A repository with one commit. */
export async function createRepository(
	files: Readonly<Record<string, string>>,
): Promise<Repository> {
	const folder = temporaryFolder();
	const [bare, work] = [join(folder, "site.git"), join(folder, "work")];
	const git = (...words: string[]) => execute("git", ["-C", work, ...words]);
	await execute("git", ["init", "--quiet", "--bare", "--initial-branch=main", bare]);
	await execute("git", ["init", "--quiet", "--initial-branch=main", work]);
	const tag = async (name: string): Promise<void> => {
		await git("tag", name);
		await git("push", "--quiet", `file://${bare}`, name);
	};
	const push: Repository["push"] = async (changed, atMs = Date.now()) => {
		for (const [name, text] of Object.entries(changed)) {
			await mkdir(dirname(join(work, name)), { recursive: true });
			await writeFile(join(work, name), text);
		}
		await git("add", "--all");
		const author = ["-c", "user.name=Author", "-c", "user.email=author@example.org"];
		const date = new Date(atMs).toISOString();
		await execute("git", ["-C", work, ...author, "commit", "--quiet", "--message", "Change"], {
			env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
		});
		await git("push", "--quiet", `file://${bare}`, "main");
		return (await git("rev-parse", "HEAD")).stdout.trim();
	};
	await push(files);
	return { bare, work, push, tag };
}
