import { setPriority } from "node:os";
import { MAX_PIXELS } from "../content/images/image-source.ts";

/** Nice value below the server's priority: requests of visitors have precedence. */
const PRIORITY = 10;

/** Half of the library's default effort for AVIF takes a tenth of its time; the files are 3 % larger. */
const OPTIONS = {
	avif: { quality: 55, effort: 2 },
	webp: { quality: 80, effort: 4, smartSubsample: true },
} as const;

// `ImageStore` passes both arguments. The image comes from standard input.
const [width, format] = process.argv.slice(2) as [string, keyof typeof OPTIONS];
setPriority(PRIORITY);
const { default: sharp } = await import("sharp");
sharp.concurrency(1);
sharp.cache(false);
// Drops the metadata: a photograph may contain the place where it was taken.
const image = sharp(Buffer.concat(await process.stdin.toArray()), { limitInputPixels: MAX_PIXELS })
	.autoOrient()
	.resize({ width: Number(width), withoutEnlargement: true });
const bytes = await image.toFormat(format, OPTIONS[format]).toBuffer();
process.stdout.write(bytes);
