import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { createRepository as createOwn } from "../../server/git/git-repository.ts";

const execute = promisify(execFile);

/** @returns A bare repository with one commit, as a forge has it; containers may read it. */
export async function createRepository(files: Readonly<Record<string, string>>): Promise<string> {
	const { bare } = await createOwn(files);
	await execute("chmod", ["--recursive", "a+rX", dirname(bare)]);
	// git reads no repository of another user beside it.
	await execute("chown", ["--recursive", "1000:1000", bare]);
	return bare;
}
