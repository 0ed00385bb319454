import { setTimeout } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteFile } from "../content/files/place-files.ts";
import { DOUBTFUL_FOR_MS, SETTLED_AFTER_MS, sharedNowMs } from "../content/files/settling.ts";
import { isFileNotModified } from "../http/conditional.ts";
import type { Answer } from "./answer.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { chooseRange } from "./byte-range.ts";
import { FileSlots, FileUnavailableError } from "./file-slots.ts";
import { FileChangedError, type OpenFile, openFile } from "./open-file.ts";
import { streamFile } from "./stream-file.ts";

/** Begins to send a file of the site folder. @returns Whether it is still there. */
export type SendFile = (
	request: FastifyRequest,
	reply: FastifyReply,
	file: SiteFile,
) => Promise<boolean>;

/** A file up to this size is read whole, so that what is sent of it is one state. */
const WHOLE_BYTES = 1024 * 1024;

/** A file of which there is no whole copy, and that is written for longer, cannot be sent now. */
const LOOKS = 20;

/** One state of a file, and since when it has been so. */
interface Sighting {
	readonly stamp: string;
	readonly sinceMs: number;
}

/** What was read of a file at one time. */
interface Copy extends Pick<OpenFile, "stamp" | "lastModified" | "size" | "inode"> {
	readonly answer: Answer;
}

/** Names the copy of a file in the cache. */
export function fileKey({ absolutePath }: SiteFile): string {
	return `file:${absolutePath}`;
}

export function createFileSender(
	cache: AnswerCache,
	slots = new FileSlots({ discard: closeLate }),
): SendFile {
	const sightings = new Map<string, Sighting>();
	const copies = new WeakMap<Answer, Copy>();

	return async (request, reply, listed) => {
		reply.header("cache-control", "no-cache").type(listed.mediaType);
		for (let look = 0; look < LOOKS; look += 1) {
			const file = await slots.run(() => openFile(listed.absolutePath, slots));
			if (file === undefined) return false;
			if (file.size > WHOLE_BYTES && isSettled(file, listed)) {
				streamFile(request, reply, { file, listed, slots });
				return true;
			}
			using opened = file;
			const copy = await copyOf(opened, listed);
			if (copy !== undefined) {
				await sendCopy(request, reply, copy);
				return true;
			}
			await setTimeout(SETTLED_AFTER_MS);
		}
		throw new FileUnavailableError("The file must settle before it is sent");
	};

	/** @returns `undefined` to look again soon: it is being written, or has just been. */
	async function copyOf(file: OpenFile, listed: SiteFile): Promise<Copy | undefined> {
		const key = fileKey(listed);
		const answer = cache.find(key);
		const kept = answer && copies.get(answer);
		if (kept?.stamp === file.stamp) return kept;
		const isCutOff = kept !== undefined && isShorter(file, kept);
		if (file.size > WHOLE_BYTES || !isSettled(file, listed, isCutOff)) {
			// Its author has saved it, and wants to see that.
			return isListed(file, listed) && !isCutOff ? undefined : kept;
		}
		try {
			const identity = await slots.run(() => file.read(0, file.size));
			const parts = { bodies: { identity }, mediaType: listed.mediaType };
			const made = cache.replace({ key, isLasting: true }, parts);
			const { stamp, lastModified, size, inode } = file;
			const copy = { answer: made, stamp, lastModified, size, inode };
			copies.set(made, copy);
			return copy;
		} catch (error) {
			if (error instanceof FileChangedError) return kept;
			throw error;
		}
	}

	/**
	 * What was listed a while ago and is still the same has settled. Time stamps are compared with
	 * each other and never with our clock: they may be another machine's.
	 */
	function isSettled(file: OpenFile, listed: SiteFile, isCutOff = false): boolean {
		const { stamp } = file;
		const forMs = isCutOff ? DOUBTFUL_FOR_MS : SETTLED_AFTER_MS;
		const nowMs = sharedNowMs();
		if (!isCutOff && isListed(file, listed) && nowMs - listed.seenMs >= forMs) return true;
		const seen = sightings.get(listed.absolutePath);
		if (seen?.stamp === stamp) return nowMs - seen.sinceMs >= forMs;
		sightings.set(listed.absolutePath, { stamp, sinceMs: nowMs });
		return false;
	}
}

function isListed(file: OpenFile, { size, modifiedMs }: SiteFile): boolean {
	return file.size === size && file.modifiedMs === modifiedMs;
}

/** One that is written anew in its place begins empty, and grows. */
function isShorter(file: OpenFile, kept: Copy): boolean {
	return file.size < kept.size && file.inode === kept.inode;
}

async function sendCopy(
	{ headers }: FastifyRequest,
	reply: FastifyReply,
	{ answer, lastModified }: Copy,
): Promise<void> {
	const { etag = "" } = answer;
	reply.header("etag", etag).header("last-modified", lastModified);
	if (answer.isCodable) reply.header("vary", "accept-encoding");
	if (isFileNotModified(headers, { etag, lastModified })) return void reply.code(304).send();
	const coding = answer.codingFor(headers);
	const body = await answer.body(coding);
	if (coding !== "identity") return void reply.header("content-encoding", coding).send(body);
	const range = chooseRange(headers, reply, { etag, size: body.length });
	if (range === "unsatisfiable") return void reply.send();
	reply.send(range === undefined ? body : body.subarray(range.start, range.end + 1));
}

function closeLate(value: unknown): void {
	if (typeof value === "object" && value !== null && Symbol.dispose in value) {
		(value as OpenFile)[Symbol.dispose]();
	}
}
