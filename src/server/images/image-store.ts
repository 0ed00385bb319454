import { readFile, writeFile } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { runLimited } from "../../platform/limited-process.ts";
import { PRIVATE_FOLDER_MODE } from "../../platform/private-file.ts";
import { replaceFile, SharedFolder } from "../../platform/shared-folder.ts";
import type { SiteFile } from "../content/files/place-files.ts";
import { type ImageVariant, variantName } from "../content/images/image-address.ts";
import { HEADER_BYTES, imageDigest, MAX_SOURCE_BYTES } from "../content/images/image-source.ts";
import { FileSlots, openFile } from "../http-cache/open-file.ts";

export interface ImageStoreOptions {
	/** The program `image-process`. */
	readonly entry: URL;
	/** Absolute; contains nothing else. Several processes may share it. */
	readonly folder: string;
	/** Maximum size of the folder. */
	readonly maxBytes: number;
	readonly log: Pick<Logger, "warn">;
}

/** Maximum number of pending images. Further requests get the original image. */
const MAX_WAITING = 24;

/** A server takes a second or two for an image; a board with a slow processor takes ten times as long. */
const LIMITS = { timeMs: 60_000, memoryMb: 128, outputBytes: MAX_SOURCE_BYTES };

/** Share of the folder's maximum that is written before its size is counted again. */
const COUNT_SHARE = 1 / 16;

/** Number of unreadable images that are remembered. */
const MAX_FAILURES = 1000;

/** Part of the library's error on a platform without a build. */
const CANNOT_LOAD = 'load the "sharp" module';

const slots = new FileSlots();

/**
 * Makes sizes of images, one at a time, each in a separate process. Stores them in a folder, and removes
 * the least recently used ones first.
 */
export class ImageStore {
	readonly #options: ImageStoreOptions;
	readonly #folder: SharedFolder;
	/** Each file is read once per listing of the site. */
	readonly #digests = new WeakMap<SiteFile, Promise<string | undefined>>();
	readonly #making = new Map<string, Promise<Buffer | undefined>>();
	readonly #failed = new LRUCache<string, true>({ max: MAX_FAILURES });
	#last: Promise<unknown> = Promise.resolve();
	/** Whether the library cannot be loaded here. */
	#isUnusable = false;
	#uncountedBytes = Number.POSITIVE_INFINITY;

	constructor(options: ImageStoreOptions) {
		this.#options = options;
		this.#folder = new SharedFolder(options.folder, Date.now, PRIVATE_FOLDER_MODE);
	}

	/**
	 * Finds a size of an image, or makes it.
	 *
	 * @param file A file that the visitor may read.
	 * @returns `undefined` if the caller must send the file itself: its content has changed, the size would not
	 * be smaller, the image is unreadable, or too many images are pending.
	 */
	async find(file: SiteFile, variant: ImageVariant): Promise<Buffer | undefined> {
		// The folder also contains sizes of files that this visitor may not read, and of earlier contents.
		if ((await this.#digestOf(file)) !== variant.digest) return undefined;
		const name = variantName(variant);
		if (this.#isUnusable || this.#failed.has(name)) return undefined;
		const made = await this.#read(name);
		if (made !== undefined) return made.length === 0 ? undefined : made;
		return this.#making.get(name) ?? this.#makeInTurn(file, name, variant);
	}

	#digestOf(file: SiteFile): Promise<string | undefined> {
		const digest = this.#digests.getOrInsertComputed(file, readDigest);
		digest.catch(() => this.#digests.delete(file));
		return digest;
	}

	async #read(name: string): Promise<Buffer | undefined> {
		if (!(await this.#folder.markUsed(name))) return undefined;
		return readFile(this.#folder.pathOf(name)).catch(() => undefined);
	}

	#makeInTurn(
		file: SiteFile,
		name: string,
		variant: ImageVariant,
	): Promise<Buffer | undefined> | undefined {
		if (this.#making.size >= MAX_WAITING) return undefined;
		const making = this.#last
			.then(() => this.#make(file, name, variant))
			.catch((error: unknown) => {
				this.#options.log.warn({ err: error, image: variant.path }, "An image cannot be resized");
				return undefined;
			})
			.finally(() => this.#making.delete(name));
		this.#making.set(name, making);
		this.#last = making;
		return making;
	}

	async #make(
		{ absolutePath }: SiteFile,
		name: string,
		{ path, digest, width, format }: ImageVariant,
	): Promise<Buffer | undefined> {
		const source = await readStart(absolutePath, MAX_SOURCE_BYTES);
		if (source === undefined) return undefined;
		const { bytes: input, size } = source;
		// The file was saved meanwhile.
		if (imageDigest(input.subarray(0, HEADER_BYTES), size) !== digest) return undefined;
		const { entry, log } = this.#options;
		const words = [String(width), format];
		const made = await runLimited(entry, words, { ...LIMITS, input, hasAddons: true });
		if (made.kind === "failed") {
			this.#failed.set(name, true);
			this.#isUnusable ||= made.reason.includes(CANNOT_LOAD);
			const message = "An image cannot be resized: pages show the original";
			log.warn({ image: path, reason: made.reason }, message);
			return undefined;
		}
		const bytes = made.output.length < input.length ? made.output : Buffer.alloc(0);
		await this.#save(name, bytes);
		return bytes.length === 0 ? undefined : bytes;
	}

	async #save(name: string, bytes: Buffer): Promise<void> {
		const { folder, maxBytes, log } = this.#options;
		try {
			await replaceFile(this.#folder.pathOf(name), (draft) => writeFile(draft, bytes));
			this.#uncountedBytes += bytes.length;
			if (this.#uncountedBytes <= maxBytes * COUNT_SHARE) return;
			this.#uncountedBytes = 0;
			let total = 0;
			for (const entry of await this.#folder.list()) {
				total += entry.bytes;
				if (total > maxBytes * (1 - COUNT_SHARE)) await this.#folder.remove(entry.name);
			}
		} catch (error) {
			log.warn({ err: error, folder }, "A smaller size of an image cannot be saved");
		}
	}
}

async function readDigest({ absolutePath }: SiteFile): Promise<string | undefined> {
	const file = await readStart(absolutePath, HEADER_BYTES);
	return file && imageDigest(file.bytes, file.size);
}

/** Reads up to `maxBytes` of a file. @returns `undefined` when the file no longer exists. */
async function readStart(path: string, maxBytes: number) {
	const file = await openFile(path, slots);
	if (file === undefined) return undefined;
	using opened = file;
	const { size } = opened;
	return { size, bytes: await opened.read(0, Math.min(size, maxBytes)) };
}
