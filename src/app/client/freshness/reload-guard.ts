import { RELOAD_MARKS_KEY, RELOAD_PAUSE_MS } from "../../../shared/builds/build-meta.ts";

export interface ReloadGuardOptions {
	/** Outlives the reload; `undefined` when the visitor blocks it. */
	readonly storage: Pick<Storage, "getItem" | "setItem"> | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/**
 * Prevents reload loops: a path that was loaded in full to recover is not loaded in full again
 * right afterwards.
 */
export function createReloadGuard({ storage, now }: ReloadGuardOptions) {
	/** For visitors who block storage, as long as the page lives. */
	let unstored: Marks = {};

	/** @returns Whether this path may be loaded in full; the next claim within 10 s is refused. */
	function claim(path: string): boolean {
		const marks = recentMarks(readMarks(storage) ?? unstored, now());
		if (marks[path] !== undefined) return false;
		unstored = { ...marks, [path]: now() };
		writeMarks(storage, unstored);
		return true;
	}

	return {
		claim,
		/** The same for a document that reloads itself: it must find the claim in storage afterwards. */
		claimLastingly: (path: string) => claim(path) && readMarks(storage)?.[path] !== undefined,
	};
}

export type ReloadGuard = ReturnType<typeof createReloadGuard>;

/** Path → when it was loaded in full, in milliseconds since the Unix epoch. */
type Marks = Readonly<Record<string, number>>;

/** Drops expired marks, so that the record stays small. */
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
		// Blocked, or written by another script.
		return undefined;
	}
}

function writeMarks(storage: ReloadGuardOptions["storage"], marks: Marks): void {
	try {
		storage?.setItem(RELOAD_MARKS_KEY, JSON.stringify(marks));
	} catch {
		// Blocked or full: the guard has the marks in memory.
	}
}

/** @returns `undefined` when the visitor blocks storage. */
export function sessionStorageOf(page: Window): Storage | undefined {
	try {
		return page.sessionStorage;
	} catch {
		// A SecurityError: the visitor lets no site store anything.
		return undefined;
	}
}
