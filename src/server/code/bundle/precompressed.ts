import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import type { BuiltFile } from "./build-id.ts";

/** Images and fonts are compressed already. */
const TEXT = /\.(?:css|html|js|json|svg|txt)$/;

/** The strongest level of each, because a build compresses only once. */
const CODINGS = [
	{ suffix: ".br", compress: brotli11 },
	{ suffix: ".gz", compress: gzip9 },
	{ suffix: ".zst", compress: zstd19 },
] as const;

/** Cache by digest and suffix, for processes that build several times. */
const compressedBefore = new Map<string, Promise<Uint8Array>>();

/** @returns Compressed variants that are smaller than their asset. */
export async function precompressed(assets: readonly BuiltFile[]): Promise<readonly BuiltFile[]> {
	const texts = assets.filter(({ path }) => TEXT.test(path));
	const variants = await Promise.all(texts.map(variantsOf));
	return variants.flat();
}

async function variantsOf({ path, contents }: BuiltFile): Promise<readonly BuiltFile[]> {
	const digest = createHash("sha256").update(contents).digest("hex");
	const variants = await Promise.all(
		CODINGS.map(async ({ suffix, compress }) => {
			const key = digest + suffix;
			const compressed = compressedBefore.get(key) ?? compress(contents);
			compressedBefore.set(key, compressed);
			return { path: path + suffix, contents: await compressed };
		}),
	);
	return variants.filter((variant) => variant.contents.byteLength < contents.byteLength);
}

export function brotli11(contents: Uint8Array): Promise<Uint8Array> {
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: 11,
		[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		[constants.BROTLI_PARAM_SIZE_HINT]: contents.byteLength,
	};
	return promisify(brotliCompress)(contents, { params });
}

/** Node writes zero as the time of gzip, so the bytes are the same in every build. */
function gzip9(contents: Uint8Array): Promise<Uint8Array> {
	return promisify(gzip)(contents, { level: 9 });
}

/** Without the size, it allocates tables for a large file, which takes ten times as long. */
function zstd19(contents: Uint8Array): Promise<Uint8Array> {
	const params = { [constants.ZSTD_c_compressionLevel]: 19 };
	return promisify(zstdCompress)(contents, { params, pledgedSrcSize: contents.byteLength });
}
