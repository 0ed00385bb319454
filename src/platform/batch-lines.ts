import type { DestinationStream } from "pino";

/** What takes many lines at once. */
export interface LineSink {
	/** Whole lines in UTF-8, which are the sink's from then on. */
	write(lines: Buffer): unknown;
	/** Waits until everything is written. */
	flushSync(): void;
}

export interface LineBatchesOptions {
	/** Handed on together when no more fit into so many bytes, or after so long. */
	readonly maxBytes: number;
	readonly afterMs: number;
}

/** A destination of a logger that can be emptied at the end. */
export interface LineBatches extends DestinationStream {
	flushSync(): void;
}

/** Of one UTF-16 code unit in UTF-8. */
const MAX_UNIT_BYTES = 3;

/**
 * Hands lines on in batches. pino's own destination collects lines as well, but measures what
 * it has collected at each line: 1.6 µs a line, against 0.1 µs here.
 *
 * Each line becomes bytes at once. To put them all together as text first looks cheaper, but then
 * the parts of hundreds of lines are brought back from all over the heap.
 */
export function batchLines(sink: LineSink, { maxBytes, afterMs }: LineBatchesOptions): LineBatches {
	const batch = Buffer.allocUnsafeSlow(maxBytes);
	let bytes = 0;
	let timer: NodeJS.Timeout | undefined;
	const handOn = (): void => {
		clearTimeout(timer);
		timer = undefined;
		if (bytes === 0) return;
		const lines = Buffer.from(batch.subarray(0, bytes));
		bytes = 0;
		sink.write(lines);
	};
	return {
		write(line) {
			const mostBytes = line.length * MAX_UNIT_BYTES;
			if (mostBytes > maxBytes - bytes) handOn();
			if (mostBytes > maxBytes) {
				sink.write(Buffer.from(line));
				return;
			}
			bytes += batch.write(line, bytes);
			timer ??= setTimeout(handOn, afterMs).unref();
		},
		flushSync() {
			handOn();
			sink.flushSync();
		},
	};
}
