export interface ReloadGuardOptions {
	/** Outlives the reload; `undefined` when the visitor blocks it. */
	readonly storage: Pick<Storage, "getItem" | "setItem"> | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

export interface ReloadGuard {
	/** @returns Whether this path may be loaded in full now; if so, it may not again for a while. */
	readonly claim: (path: string) => boolean;
}

/** How long a path that was loaded in full is not loaded in full again. */
export const RELOAD_PAUSE_MS = 10_000;

/** The inline script of the document uses it too, when the entry itself is lost. */
export const RELOAD_MARKS_KEY = "loggia-reloads";

/**
 * Remembers which paths were loaded in full because something was wrong with the running
 * build. If the same is wrong again right afterwards, loading once more would not mend it.
 */
export function createReloadGuard({ storage, now }: ReloadGuardOptions): ReloadGuard {
	/** For visitors who block storage, as long as the page lives. */
	let unstored: Marks = {};

	return {
		claim(path) {
			const marks = recentMarks(readMarks(storage) ?? unstored, now());
			if (marks[path] !== undefined) return false;
			unstored = { ...marks, [path]: now() };
			writeMarks(storage, unstored);
			return true;
		},
	};
}

/** Path → when it was loaded in full, in milliseconds since the Unix epoch. */
type Marks = Readonly<Record<string, number>>;

/** Marks that have expired are forgotten, so that the record does not grow with the visit. */
function recentMarks(marks: Marks, nowMs: number): Marks {
	return Object.fromEntries(
		Object.entries(marks).filter(([, markedMs]) => {
			// A clock that was set back must not lock a path for as long as it was wrong.
			return markedMs <= nowMs && nowMs - markedMs < RELOAD_PAUSE_MS;
		}),
	);
}

function readMarks(storage: ReloadGuardOptions["storage"]): Marks | undefined {
	try {
		const marks: unknown = JSON.parse(storage?.getItem(RELOAD_MARKS_KEY) ?? "null");
		if (typeof marks !== "object" || marks === null) return undefined;
		return Object.fromEntries(Object.entries(marks).filter(([, mark]) => typeof mark === "number"));
	} catch {
		// Blocked, or written by somebody else: then nothing is known.
		return undefined;
	}
}

function writeMarks(storage: ReloadGuardOptions["storage"], marks: Marks): void {
	try {
		storage?.setItem(RELOAD_MARKS_KEY, JSON.stringify(marks));
	} catch {
		// Blocked or full: the marks are kept in memory by the guard.
	}
}
