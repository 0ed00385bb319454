/* oxlint-disable no-underscore-dangle -- These are names of Node. */
import { constants, createZstdCompress, createZstdDecompress, type ZstdOptions } from "node:zlib";

/** One frame of zstd in, or one out. */
export type ZstdCall = (input: Uint8Array) => Buffer;

/** More than nearly every event has, so that mostly one piece comes out. */
const CHUNK_BYTES = 16_384;

/**
 * Compresses in a context that stays. `zstdCompressSync()` makes one for each call and reads the
 * dictionary into it, which takes six times as long as the compressing.
 */
export function lastingCompress(dictionary: Uint8Array): ZstdCall {
	const params = {
		[constants.ZSTD_c_compressionLevel]: 3,
		[constants.ZSTD_c_checksumFlag]: 0,
		[constants.ZSTD_c_dictIDFlag]: 0,
		[constants.ZSTD_c_contentSizeFlag]: 0,
	};
	return lasting(() => createZstdCompress(optionsOf({ dictionary, params })));
}

export function lastingDecompress(dictionary: Uint8Array): ZstdCall {
	return lasting(() => createZstdDecompress(optionsOf({ dictionary })));
}

function optionsOf(options: ZstdOptions): ZstdOptions {
	return { ...options, chunkSize: CHUNK_BYTES };
}

/** Of Node's own streams, what npm's `minizlib` uses as well to work at once and more than once. */
interface ZlibInternals {
	_handle: { close: () => void };
	readonly _processChunk: (input: Uint8Array, flush: number) => Buffer;
	readonly close: () => void;
	readonly removeAllListeners: (event: string) => unknown;
}

function lasting(create: () => unknown): ZstdCall {
	let stream: ZlibInternals | undefined;
	const open = (): ZlibInternals => {
		// The public type leaves these members out.
		const opened = create() as ZlibInternals;
		// Work that is done at once would close the context.
		opened._handle.close = () => undefined;
		return opened;
	};
	return (input) => {
		stream ??= open();
		const { _handle: handle } = stream;
		try {
			// The stream uses its memory again.
			return Buffer.from(stream._processChunk(input, constants.ZSTD_e_end));
		} catch (error) {
			stream = undefined;
			throw error;
		} finally {
			if (stream !== undefined) {
				stream._handle = handle;
				stream.removeAllListeners("error");
			}
		}
	};
}
