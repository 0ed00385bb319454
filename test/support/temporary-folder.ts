import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is deleted when the test is over, or after all of a file with `afterAll`. */
export function temporaryFolder(whenOver: (remove: () => void) => void = onTestFinished): string {
	const folder = mkdtempSync(join(tmpdir(), "loggia-"));
	whenOver(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
