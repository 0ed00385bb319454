import { write, writeSync } from "node:fs";
import type { LineSink } from "./batch-lines.ts";

/** A reader that has stopped reading for a moment is asked again after this. */
const FULL_AGAIN_MS = 50;

/** How long a process that ends waits for the reader of its log. */
const LAST_WORDS_MS = 1000;

/** Of lines that are not read: more are dropped, to bound the memory. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * Writes to a file descriptor beside everything else, one piece after the other. When its reader
 * is gone, nothing is written any more. pino's own destination tries for ever, at the end of a
 * process as well, which then never ends.
 */
export function createDescriptorSink(descriptor: number): LineSink {
	let waiting: Buffer[] = [];
	let waitingBytes = 0;
	let state: "idle" | "about-to-write" | "writing" | "gone" = "idle";

	return { write: take, flushSync };

	function take(lines: Buffer): void {
		if (state === "gone" || waitingBytes > MAX_WAITING_BYTES) return;
		waiting.push(lines);
		waitingBytes += lines.byteLength;
		if (state !== "idle") return;
		state = "about-to-write";
		// What is handed over at the very end is left to `flushSync()`.
		queueMicrotask(writeNext);
	}

	function writeNext(): void {
		if (state === "gone") return;
		state = waiting.length === 0 ? "idle" : "writing";
		if (state === "writing") writeAll(takeWaiting());
	}

	function takeWaiting(): Buffer {
		const [first, ...rest] = waiting;
		const all = first !== undefined && rest.length === 0 ? first : Buffer.concat(waiting);
		waiting = [];
		waitingBytes = 0;
		return all;
	}

	function writeAll(piece: Buffer): void {
		write(descriptor, piece, (error, written) => {
			if (error !== null && !isFull(error)) return stop();
			const rest = piece.subarray(error === null ? written : 0);
			if (rest.length === 0) writeNext();
			else if (error === null) writeAll(rest);
			else setTimeout(() => writeAll(rest), FULL_AGAIN_MS).unref();
		});
	}

	function flushSync(): void {
		const deadlineMs = performance.now() + LAST_WORDS_MS;
		let piece = takeWaiting();
		while (state !== "gone" && piece.length > 0 && performance.now() < deadlineMs) {
			try {
				piece = piece.subarray(writeSync(descriptor, piece));
			} catch (error) {
				if (isFull(error)) pause(FULL_AGAIN_MS);
				else stop();
			}
		}
	}

	function stop(): void {
		state = "gone";
		waiting = [];
	}
}

/** A pipe whose reader is slow; any other error stays. */
function isFull(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

/** Nothing else can happen any more while a process ends. */
function pause(ms: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
