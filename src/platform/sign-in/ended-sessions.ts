import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Logger } from "pino";
import { replaceFile, SharedFolder } from "../shared-folder.ts";

export interface EndedSessionsOptions {
	/** Absolute; servers that share it also share the ends of sessions. */
	readonly folder: string;
	/** No session lasts longer. */
	readonly sessionMs: number;
	readonly log: Pick<Logger, "warn">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** What ends together: one session here, one session of the provider, or all sessions of a user. */
export type EndOf = `session ${string}` | `provider ${string}` | `user ${string}`;

/** Another server of the site may have ended a session. */
const LOOK_AGAIN_MS = 1000;

/** Characters of a hash: names of files must not contain ids of users. */
const NAME_LENGTH = 32;

/** Creates a list of ended sessions. A session is a cookie, so a copy of it would be valid until it expires. */
export function createEndedSessions({ folder, sessionMs, log, now }: EndedSessionsOptions) {
	const shared = new SharedFolder(folder, now);
	/** Times of the ends, by name; milliseconds since the Unix epoch. */
	let ends: ReadonlyMap<string, number> = new Map();
	let lookedMs = Number.NEGATIVE_INFINITY;
	let looking: Promise<void> | undefined;
	return { look, isEnded, end };

	/** Reads the ends by other servers; `undefined`: they were read a moment ago. */
	function look(): Promise<void> | undefined {
		if (now() - lookedMs < LOOK_AGAIN_MS) return undefined;
		looking ??= readEnds().finally(() => {
			looking = undefined;
		});
		return looking;
	}

	async function readEnds(): Promise<void> {
		const listed = (await shared.list()).map(
			({ name, usedMs }) => [name, Math.round(usedMs)] as const,
		);
		// An end that could not be written is only known here.
		ends = new Map([...ends, ...listed].filter(([, endedMs]) => now() - endedMs <= sessionMs));
		lookedMs = now();
	}

	/** @param startedMs Time of the sign-in; milliseconds since the Unix epoch. */
	function isEnded(startedMs: number, ...of: readonly EndOf[]): boolean {
		return of.some((one) => startedMs <= (ends.get(nameOf(one)) ?? Number.NEGATIVE_INFINITY));
	}

	/** Ends the sessions that have started until now. */
	async function end(of: EndOf): Promise<void> {
		const name = nameOf(of);
		ends = new Map([...ends, [name, now()]]);
		try {
			await replaceFile(shared.pathOf(name), (draft) => writeFile(draft, "", { mode: 0o600 }));
			await shared.markUsed(name);
			await shared.removeUnused(sessionMs, () => false);
		} catch (error) {
			log.warn(
				{ err: error },
				"Other servers and the next start do not know that a session has ended",
			);
		}
	}
}

function nameOf(of: EndOf): string {
	return createHash("sha256").update(of).digest("hex").slice(0, NAME_LENGTH);
}
