import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder that is removed after the test, or after all tests of a file with `afterAll`. */
export function temporaryFolder(whenOver: (remove: () => void) => void = onTestFinished): string {
	const folder = mkdtempSync(join(tmpdir(), "loggia-"));
	whenOver(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
