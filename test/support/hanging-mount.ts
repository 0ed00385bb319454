import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is mounted once more, as from another machine. */
export interface HangingMount {
	readonly folder: string;
	/** From now on nothing that is asked of it is answered. */
	readonly hang: () => Promise<void>;
	readonly answer: () => void;
}

/** Whether this user may mount what a process serves; only root of the whole machine can. */
export const canMount =
	existsSync("/dev/fuse") && spawnSync("unshare", ["--mount", "true"]).status === 0;

/** Mounts a folder until the test ends. */
export async function mountFolder(source: string): Promise<HangingMount> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-mount-"));
	const server = spawn(
		process.execPath,
		[join(import.meta.dirname, "fuse-folder.ts"), source, folder],
		{
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	onTestFinished(async () => {
		// What still waits for it gets an error.
		server.kill("SIGKILL");
		spawnSync("umount", ["--lazy", folder]);
		await rmdir(folder);
	});
	const [said] = await Promise.race([once(server.stdout, "data"), once(server, "exit")]);
	if (String(said) !== "mounted\n") throw new Error("The folder must be mounted");
	return {
		folder,
		hang: () =>
			stat(join(folder, ".hang")).then(
				() => undefined,
				() => undefined,
			),
		answer: () => void server.kill("SIGCONT"),
	};
}
