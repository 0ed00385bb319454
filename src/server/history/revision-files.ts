import { createHash } from "node:crypto";
import type { ListedFile } from "../content/files/folder-walk.ts";
import { listDrawings } from "../content/files/icons-state.ts";
import { readRegularFile } from "../content/files/read-regular-file.ts";
import type { LoadedRevision } from "../content/loaded-revision.ts";
import { SITE_CONFIG_FILE } from "../content/parse-site-config.ts";
import { REDIRECTS_FILE } from "../content/route-rules.ts";

/** One file of a revision, to be kept. */
export interface RevisionFile {
	/** Relative to the site folder. */
	readonly file: string;
	/** SHA-256 of the bytes; `undefined` when they cannot be kept. */
	readonly digest: string | undefined;
	readonly modifiedMs: number;
	/** @returns `undefined` when they cannot be read any more. */
	readonly bytes: () => Buffer | undefined;
}

/** A larger file is a download; twenty revisions of it would fill a disk. */
const MAX_FILE_BYTES = 20_000_000;

/** Finds the files that a revision was made of. */
export class RevisionFiles {
	/** Digests of the files that are no pages, by path and stamp: they are read once. */
	#digests = new Map<string, string | undefined>();

	/** @param nowMs Milliseconds since the Unix epoch. */
	*list(revision: LoadedRevision, nowMs: number): Generator<RevisionFile> {
		const { listing, settings, readings } = revision;
		const texts = [
			[SITE_CONFIG_FILE, settings.configText],
			[REDIRECTS_FILE, settings.redirectsText],
		] as const;
		for (const [file, text] of texts) {
			if (text === undefined) continue;
			const bytes = Buffer.from(text);
			yield { file, bytes: () => bytes, digest: digestOf(bytes), modifiedMs: nowMs };
		}
		for (const { file, realPath } of listing.pages) {
			const page = readings.get(file)?.page;
			if (page?.isReadable !== true) continue;
			const { sourceDigest: digest, modifiedMs } = page;
			// By now the file may say something else: the next revision is about that.
			const bytes = (): Buffer | undefined => withDigest(readAll(realPath), digest);
			yield { file, digest, modifiedMs, bytes };
		}
		const others = [...listing.assets, ...listing.publicFiles, ...listDrawings(listing.root)];
		yield* this.#listOthers(others);
	}

	*#listOthers(files: readonly ListedFile[]): Generator<RevisionFile> {
		const digests = new Map<string, string | undefined>();
		for (const { file, stamp, realPath, modifiedMs } of files) {
			const key = `${file}\n${stamp}`;
			const bytes = (): Buffer | undefined => readAll(realPath);
			const digest = this.#digests.has(key) ? this.#digests.get(key) : digestOfMaybe(bytes());
			digests.set(key, digest);
			yield { file, digest, modifiedMs, bytes };
		}
		this.#digests = digests;
	}
}

function digestOf(bytes: Buffer): string {
	return createHash("sha256").update(bytes).digest("hex");
}

function digestOfMaybe(bytes: Buffer | undefined): string | undefined {
	return bytes === undefined ? undefined : digestOf(bytes);
}

function withDigest(bytes: Buffer | undefined, digest: string): Buffer | undefined {
	return digestOfMaybe(bytes) === digest ? bytes : undefined;
}

function readAll(realPath: string): Buffer | undefined {
	const reading = readRegularFile(realPath, { maxBytes: MAX_FILE_BYTES });
	return reading.kind === "read" ? reading.bytes : undefined;
}
