import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { clientScripts } from "../../scripts/build/client-scripts.ts";

/** Writes the scripts of clients as the build does; they are gone after the file's tests. */
export async function writeClientScripts(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), "loggia-scripts-"));
	afterAll(() => rmSync(folder, { recursive: true }));
	for (const { path, contents } of await clientScripts(join(import.meta.dirname, "../.."))) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), contents);
	}
	return join(folder, "client-scripts");
}
