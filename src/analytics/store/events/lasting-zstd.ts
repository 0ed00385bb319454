/* oxlint-disable no-underscore-dangle -- These are names of Node. */
import {
	constants,
	createZstdCompress,
	createZstdDecompress,
	type ZstdOptions,
	zstdCompressSync,
	zstdDecompressSync,
} from "node:zlib";

/** One frame of zstd in, or one out. */
export type ZstdCall = (input: Uint8Array) => Buffer;

/** More than nearly every event has, so that mostly one piece comes out. */
const CHUNK_BYTES = 16_384;

/**
 * Compresses in a context that stays. `zstdCompressSync()` makes one for each call and reads the
 * dictionary into it, which takes ten times as long as the compressing. It takes the place of the
 * context in a version of Node that has no such members.
 */
export function lastingCompress(dictionary: Uint8Array): ZstdCall {
	const params = {
		[constants.ZSTD_c_compressionLevel]: 3,
		[constants.ZSTD_c_checksumFlag]: 0,
		[constants.ZSTD_c_dictIDFlag]: 0,
		[constants.ZSTD_c_contentSizeFlag]: 0,
	};
	const options = { dictionary, params, chunkSize: CHUNK_BYTES };
	return lasting(zstdCompressSync, createZstdCompress, options);
}

export function lastingDecompress(dictionary: Uint8Array): ZstdCall {
	const options = { dictionary, chunkSize: CHUNK_BYTES };
	return lasting(zstdDecompressSync, createZstdDecompress, options);
}

/** Of Node's own streams, what npm's `minizlib` uses as well to work at once and more than once. */
interface ZlibInternals {
	_handle: { close: () => void };
	readonly _processChunk: (input: Uint8Array, flush: number) => Buffer;
	readonly removeAllListeners: (event: string) => unknown;
}

function lasting(
	callOnce: (input: Uint8Array, options: ZstdOptions) => Buffer,
	create: (options: ZstdOptions) => unknown,
	options: ZstdOptions,
): ZstdCall {
	let stream: ZlibInternals | undefined;
	return (input) => {
		stream ??= openStream(create(options));
		if (stream === undefined) return callOnce(input, options);
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

/** @param created A stream of Node, whose public type leaves these members out. */
function openStream(created: unknown): ZlibInternals | undefined {
	const stream = created as Partial<ZlibInternals>;
	if (stream._processChunk === undefined || stream._handle === undefined) return undefined;
	// Work that is done at once would close the context.
	stream._handle.close = () => undefined;
	return stream as ZlibInternals;
}
