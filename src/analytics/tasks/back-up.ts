import { backUpStore } from "../store/file/back-up-store.ts";
import { exitWith } from "./or-exit.ts";

/** Writes a copy of a store to the standard output. */
export async function backUp(storePath: string): Promise<void> {
	try {
		await backUpStore(storePath, process.stdout);
	} catch (error) {
		exitWith(`Nothing was backed up: "${storePath}" cannot be copied (${error})`);
	}
}
