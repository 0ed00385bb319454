import { restoreStore } from "../store/file/restore-store.ts";
import { exitWith } from "./or-exit.ts";

/** Replaces a store by the copy on the standard input. */
export async function restore(storePath: string): Promise<void> {
	const problem = await restoreStore(storePath, process.stdin);
	if (problem !== undefined) exitWith(`Nothing was restored. ${problem}`);
}
