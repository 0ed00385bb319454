import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { clientScripts } from "../../scripts/build/client-scripts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Writes the scripts of clients as the build does; they are removed after the tests of the file. */
export async function writeClientScripts(): Promise<string> {
	const folder = temporaryFolder(afterAll);
	for (const { path, contents } of await clientScripts(join(import.meta.dirname, "../.."))) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), contents);
	}
	return join(folder, "client-scripts");
}
