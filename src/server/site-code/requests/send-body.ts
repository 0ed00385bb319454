import { setImmediate } from "node:timers/promises";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { SentBody } from "../../pages/code-runner.ts";

/** A longer body is sent in pieces. */
const MAX_WHOLE_BYTES = 64 * 1024;

/**
 * Prepares the body of a response for the process: a body that exists at once is sent in one message,
 * and a long or slow one while the code makes it.
 *
 * @param name Of the function, for errors.
 * @throws {TypeError} When the body yields something other than bytes.
 */
export async function sendBody({ body }: Response, name: string): Promise<SentBody> {
	if (body === null) return { body: new Uint8Array() };
	const reader = body.getReader();
	const start: Uint8Array[] = [];
	let bytes = 0;
	let next = readBytes();
	while (bytes < MAX_WHOLE_BYTES) {
		const read = await Promise.race([next, setImmediate()]);
		if (read === undefined) break;
		if (read.done) return { body: Buffer.concat(start) };
		start.push(read.value);
		bytes += read.value.length;
		next = readBytes();
	}
	// Sent when the process asks for the next piece.
	next.catch(() => undefined);
	return { rest: openPort() };

	function openPort(): MessagePort {
		let held: Uint8Array = Buffer.concat(start);
		const { port1, port2 } = new MessageChannel();
		port1.on("message", (buffer: ArrayBuffer) => {
			fill(buffer).catch((error: unknown) => port1.postMessage({ error }));
		});
		port1.once("close", () => {
			// A source that cannot be canceled has no reader any more, either.
			reader.cancel().catch(() => undefined);
		});
		return port2;

		async function fill(buffer: ArrayBuffer): Promise<void> {
			while (held.length === 0) {
				const read = await next;
				if (read.done) return port1.postMessage({ length: 0 });
				held = read.value;
				next = readBytes();
				next.catch(() => undefined);
			}
			const piece = held.subarray(0, buffer.byteLength);
			new Uint8Array(buffer).set(piece);
			held = held.subarray(piece.length);
			port1.postMessage({ buffer, length: piece.length }, [buffer]);
		}
	}

	async function readBytes() {
		const read = await reader.read();
		if (!read.done && !ArrayBuffer.isView(read.value)) {
			throw new TypeError(
				`The stream of "${name}" must yield bytes (Uint8Array): it yields a ${typeof read.value}`,
			);
		}
		return read;
	}
}
