import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import type { BuiltFile } from "./build-id.ts";

/** Images and fonts are compressed already. */
const TEXT = /\.(?:css|html|js|json|svg|txt)$/;

const CODINGS = { ".br": brotli, ".gz": gzipped, ".zst": zstd } as const;

/** Compression levels by suffix. */
export type Levels = Readonly<Partial<Record<keyof typeof CODINGS, number>>>;

/** Levels for a build that is served for a long time. */
export const STRONGEST: Levels = { ".br": 11, ".gz": 9, ".zst": 19 };

/** Cache by digest, suffix and level, for processes that build several times. */
const compressedBefore = new Map<string, Promise<Uint8Array>>();

/** @returns Compressed variants that are smaller than their asset. */
export async function precompressed(
	assets: readonly BuiltFile[],
	levels = STRONGEST,
): Promise<readonly BuiltFile[]> {
	const texts = assets.filter(({ path }) => TEXT.test(path));
	const variants = await Promise.all(texts.map((asset) => variantsOf(asset, levels)));
	return variants.flat();
}

async function variantsOf({ path, contents }: BuiltFile, levels: Levels): Promise<BuiltFile[]> {
	const digest = createHash("sha256").update(contents).digest("hex");
	const variants = Object.entries(levels).map(async ([suffix, level]) => {
		const key = `${digest}${suffix}${level}`;
		// `Levels` has only keys of `CODINGS`.
		const compress = CODINGS[suffix as keyof typeof CODINGS];
		const compressed = compressedBefore.getOrInsertComputed(key, () => compress(contents, level));
		return { path: path + suffix, contents: await compressed };
	});
	return (await Promise.all(variants)).filter(
		(variant) => variant.contents.byteLength < contents.byteLength,
	);
}

export function brotli(contents: Uint8Array, quality: number): Promise<Uint8Array> {
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: quality,
		[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		[constants.BROTLI_PARAM_SIZE_HINT]: contents.byteLength,
	};
	return promisify(brotliCompress)(contents, { params });
}

/** Node writes zero as the time of gzip, so the bytes are the same in every build. */
function gzipped(contents: Uint8Array, level: number): Promise<Uint8Array> {
	return promisify(gzip)(contents, { level });
}

/** Without the size, zstd allocates tables for a large file, which takes ten times as long. */
function zstd(contents: Uint8Array, level: number): Promise<Uint8Array> {
	const params = { [constants.ZSTD_c_compressionLevel]: level };
	return promisify(zstdCompress)(contents, { params, pledgedSrcSize: contents.byteLength });
}
