import { rename, rm } from "node:fs/promises";

/** Another build may finish between the two renames, but hardly several times in a row. */
const MAX_ATTEMPTS = 5;

/**
 * Replaces a folder with a finished one, and removes the old folder.
 *
 * The target is never half old and half new: it is moved away as a whole.
 */
export async function swapFolder(fresh: string, target: string): Promise<void> {
	const retired = `${fresh}-retired`;
	for (let attempt = 1; ; attempt += 1) {
		await moveAway(target, retired);
		try {
			await rename(fresh, target);
			return;
		} catch (error) {
			if (!isOccupied(error) || attempt === MAX_ATTEMPTS) throw error;
		} finally {
			await rm(retired, { recursive: true, force: true });
		}
	}
}

async function moveAway(target: string, retired: string): Promise<void> {
	try {
		await rename(target, retired);
	} catch (error) {
		if (!hasCode(error, "ENOENT")) throw error;
	}
}

function isOccupied(error: unknown): boolean {
	return hasCode(error, "ENOTEMPTY") || hasCode(error, "EEXIST");
}

function hasCode(error: unknown, code: string): boolean {
	return error instanceof Error && "code" in error && error.code === code;
}
