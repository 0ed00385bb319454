import { spawnSync } from "node:child_process";
import { PATIENCE_MS } from "./patience.ts";

/**
 * Whether a command succeeds on this machine. Name the part that the test needs: `docker` may be a client
 * without an engine and without compose.
 */
export function hasProgram(name: string, ...words: readonly string[]): boolean {
	const asked = words.length === 0 ? ["--version"] : words;
	return spawnSync(name, asked, { stdio: "ignore", timeout: PATIENCE_MS }).status === 0;
}
