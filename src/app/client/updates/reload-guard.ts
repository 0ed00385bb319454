import { RELOAD_MARKS_KEY, RELOAD_PAUSE_MS } from "../../../shared/builds/build-meta.ts";
import { readStored, type Storages, writeStored } from "../stored.ts";

export interface ReloadGuardOptions {
	readonly page: Pick<Storages, "sessionStorage">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/**
 * Prevents reload loops: a path that was loaded in full to recover is not loaded in full again
 * right afterwards.
 */
export function createReloadGuard({ page, now }: ReloadGuardOptions) {
	/** Marks of visitors who block storage; lost with the page. */
	let unstored: Marks = {};

	/** @returns Whether this path may be loaded in full; the next claim within 10 s is refused. */
	function claim(path: string): boolean {
		const marks = recentMarks(readMarks(page) ?? unstored, now());
		if (marks[path] !== undefined) return false;
		unstored = { ...marks, [path]: now() };
		writeStored(page, "sessionStorage", RELOAD_MARKS_KEY, JSON.stringify(unstored));
		return true;
	}

	return {
		claim,
		/** Like `claim()`, for a document that reloads itself: storage must contain the claim afterwards. */
		claimLastingly: (path: string) => claim(path) && readMarks(page)?.[path] !== undefined,
	};
}

/** Time of the last full load by path, in milliseconds since the Unix epoch. */
type Marks = Readonly<Record<string, number>>;

/** Drops expired marks, so that the record stays small. */
function recentMarks(marks: Marks, nowMs: number): Marks {
	return Object.fromEntries(
		Object.entries(marks).filter(([, markedMs]) => {
			// Ignores marks in the future: after a clock was set back, they would block a path for too long.
			return markedMs <= nowMs && nowMs - markedMs < RELOAD_PAUSE_MS;
		}),
	);
}

function readMarks(page: ReloadGuardOptions["page"]): Marks | undefined {
	try {
		const marks: unknown = JSON.parse(
			readStored(page, "sessionStorage", RELOAD_MARKS_KEY) ?? "null",
		);
		if (typeof marks !== "object" || marks === null) return undefined;
		return Object.fromEntries(Object.entries(marks).filter(([, mark]) => typeof mark === "number"));
	} catch {
		// Written by another script.
		return undefined;
	}
}
