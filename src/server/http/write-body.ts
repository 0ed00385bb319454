import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { MessagePort } from "node:worker_threads";

/** Answer of the thread: a piece in the buffer that it got, the end (`length` is 0), or an error. */
interface Piece {
	readonly buffer?: ArrayBuffer;
	readonly length?: number;
	readonly error?: unknown;
}

/** Few messages for a long body, and little memory for each open one. */
const PIECE_BYTES = 64 * 1024;

/**
 * Writes a body that another thread makes. The only buffer goes to the thread and back: the thread
 * makes no piece before the client has read the one before, and a long body leaves no garbage.
 *
 * @throws An error of the code, or of its thread.
 */
export async function writeBody(response: ServerResponse, port: MessagePort): Promise<void> {
	const closing = new AbortController();
	const { signal } = closing;
	const onClose = (): void => closing.abort();
	// The port closes when its thread ends, and tells the thread that the client has left.
	port.once("close", onClose);
	response.once("close", () => port.close());
	let buffer = new ArrayBuffer(PIECE_BYTES);
	try {
		for (;;) {
			const answered = once(port, "message", { signal });
			port.postMessage(buffer, [buffer]);
			const [piece] = (await answered) as [Piece];
			// oxlint-disable-next-line typescript/only-throw-error -- Code of the folder may throw any value.
			if (piece.error !== undefined) throw piece.error;
			if (piece.buffer === undefined) break;
			({ buffer } = piece);
			if (!(await write(response, Buffer.from(buffer, 0, piece.length)))) return;
		}
		response.end();
	} catch (error) {
		if (response.destroyed) return;
		response.destroy();
		throw signal.aborted ? new Error("The thread with the code of the site ended") : error;
	} finally {
		port.close();
	}
}

/**
 * Waits until the system has the bytes, so that the buffer can be used again.
 *
 * @returns Whether it has them; `false`: the client has left.
 */
function write(response: ServerResponse, bytes: Buffer): Promise<boolean> {
	return new Promise((resolve) => {
		response.write(bytes, (error) => resolve(!error));
	});
}
