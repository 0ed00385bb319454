import { inflateSync } from "node:zlib";
import type { Page } from "playwright-core";

/** Color at the left edge below the header, as `rgb(…)`: the page's background as the visitor sees it. */
export async function firstPixel(page: Page): Promise<string> {
	const png = await page.screenshot({ clip: { x: 0, y: 400, width: 1, height: 1 } });
	const data = inflateSync(Buffer.concat(chunksOf(png, "IDAT")));
	// The first byte is the row's filter, which has no effect on a single pixel.
	return `rgb(${data.subarray(1, 4).join(", ")})`;
}

/** @see https://www.w3.org/TR/png-3/#5Chunk-layout: length, type, data, checksum. */
function chunksOf(png: Buffer, type: string): Buffer[] {
	const chunks: Buffer[] = [];
	let position = 8;
	while (position < png.length) {
		const length = png.readUInt32BE(position);
		const data = position + 8;
		if (png.toString("latin1", position + 4, data) === type) {
			chunks.push(png.subarray(data, data + length));
		}
		position = data + length + 4;
	}
	return chunks;
}
