import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const execute = promisify(execFile);

/** @returns A bare repository with one commit, as a forge has it; containers may read it. */
export async function createRepository(files: Readonly<Record<string, string>>): Promise<string> {
	const folder = temporaryFolder();
	const [work, bare] = [join(folder, "work"), join(folder, "site.git")];
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(work, name)), { recursive: true });
		await writeFile(join(work, name), text);
	}
	const author = ["-c", "user.name=Author", "-c", "user.email=author@example.org"];
	await execute("git", ["init", "--quiet", "--initial-branch=main", work]);
	await execute("git", ["-C", work, "add", "--all"]);
	await execute("git", ["-C", work, ...author, "commit", "--quiet", "--message", "First"]);
	await execute("git", ["clone", "--quiet", "--bare", work, bare]);
	await execute("chmod", ["--recursive", "a+rX", folder]);
	// git reads no repository of another user beside it.
	await execute("chown", ["--recursive", "1000:1000", bare]);
	return bare;
}
