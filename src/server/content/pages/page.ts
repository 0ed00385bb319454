import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Heading } from "../../../shared/page/payload.ts";
import type { FrontMatter, PageNavigationEntry } from "../front-matter/to-front-matter.ts";
import type { BodyPart } from "../markdown/body-notes.ts";

/** A page as it passes from one thread to another. */
export interface PageRecord {
	/** The true path: it keeps the letter case of the file, without number prefixes and extension. */
	readonly path: string;
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
	/** The file to be edited, where it is another one. */
	readonly source?: string;
	/** Of the front matter, else the first `h1` of the body, else of the path; empty for an untitled index. */
	readonly title: string;
	/** `false` keeps the page out of every listing, but not out of the site. */
	readonly navigation: PageNavigationEntry | false;
	/** `image` and `redirect` are resolved: an absolute URL, or a URL path with its base path. */
	readonly frontMatter: FrontMatter;
	/** `false`: its file cannot be read, and never could. It is not known whether it may be seen. */
	readonly isReadable: boolean;
	/** Whether the body brings its own `h1`. */
	readonly hasHeading: boolean;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
	/** When git has the file from, and its last change; absent where git knows nothing of it. */
	readonly committed?: CommitTimes | undefined;
	/** Hash of the file's bytes, and of what they were rendered to. */
	readonly digest: string;
	readonly packedBody: Uint8Array;
	/** HTML attributes for the gaps of the body, with a NUL between. */
	readonly fills: string;
}

// oxlint-disable-next-line typescript/no-extraneous-class -- It gives `Page` the members of its record.
const PageMembers = class {
	constructor(record: PageRecord) {
		Object.assign(this, record);
	}
} as new (
	record: PageRecord,
) => PageRecord;

/**
 * One page of a revision. Its own members are its record, so that it can be posted to another
 * thread as it is; the body is unpacked when it is asked for.
 */
export class Page extends PageMembers {
	/** Showing a page takes its headings and its HTML; after that it is rarely asked for again. */
	#unpacked: WeakRef<UnpackedBody> | undefined;

	/** The rendered body, with every link and image resolved. */
	get html(): string {
		const fills = this.fills.split("\0");
		return this.#unpack()
			.literals.map((literal, index) => literal + (fills[index] ?? ""))
			.join("");
	}

	get headings(): readonly Heading[] {
		return this.#unpack().headings;
	}

	#unpack(): UnpackedBody {
		const known = this.#unpacked?.deref();
		if (known !== undefined) return known;
		const unpacked = unpackBody(this.packedBody);
		this.#unpacked = new WeakRef(unpacked);
		return unpacked;
	}
}

/** Milliseconds since the Unix epoch. */
export interface CommitTimes {
	readonly firstMs: number;
	readonly lastMs: number;
}

/**
 * Says whether visitors may see a page now: it is no draft, its day has come, and its day
 * has not passed.
 *
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function isVisible(
	{ frontMatter }: Pick<PageRecord, "frontMatter">,
	nowMs: number,
): boolean {
	const { draft, publishAt, expiresAt } = frontMatter;
	if (draft) return false;
	if (publishAt !== undefined && nowMs < publishAt) return false;
	return expiresAt === undefined || nowMs < expiresAt;
}

/** What is read of a body when its page is shown. */
interface UnpackedBody {
	readonly headings: readonly Heading[];
	/** HTML between the gaps; one more than there are gaps. */
	readonly literals: readonly string[];
}

/** Between the literals of a body; the Markdown parser lets no NUL of an author through. */
const GAP = "\0";

/** Of the number before the packed bytes, which says how many they are unpacked. */
const LENGTH_BYTES = 4;

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The text of a body with its gaps: what it says, apart from where its links lead. */
export function bodyText(parts: readonly BodyPart[]): string {
	return parts.map((part) => (typeof part === "string" ? part : GAP)).join("");
}

/**
 * Packs a body into memory that threads share, outside of the heap: as strings, ten thousand
 * pages would be hundreds of megabytes, once for each thread that knows them.
 *
 * @param text By `bodyText()`.
 * @returns For `unpackBody()` and `unpackBytes()` alone.
 */
export function packBody(text: string, headings: readonly Heading[]): Uint8Array {
	// JSON has no line break of its own.
	const bytes = Buffer.from(`${JSON.stringify(headings)}\n${text}`);
	const packed = zstdCompressSync(bytes, COMPRESSION);
	const shared = new Uint8Array(new SharedArrayBuffer(LENGTH_BYTES + packed.length));
	new DataView(shared.buffer).setUint32(0, bytes.length);
	shared.set(packed, LENGTH_BYTES);
	return shared;
}

export function unpackBody(packed: Uint8Array): UnpackedBody {
	const text = unpack(packed).toString("utf8");
	const end = text.indexOf("\n");
	return {
		// Written by `packBody()` of this build: nothing else names such memory.
		headings: JSON.parse(text.slice(0, end)) as Heading[],
		literals: text.slice(end + 1).split(GAP),
	};
}

/** Into one buffer of its size: in pieces, it would take twice the memory outside of the heap. */
function unpack(packed: Uint8Array): Buffer {
	const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
	// With a byte left over, zlib knows that nothing follows.
	const chunkSize = Math.max(constants.Z_MIN_CHUNK, length + 1);
	return zstdDecompressSync(packed.subarray(LENGTH_BYTES), { chunkSize });
}

/** The HTML of a body in UTF-8, with a NUL where each link and image leads: enough to read its text. */
export function unpackBytes(packed: Uint8Array): Buffer {
	const bytes = unpack(packed);
	return bytes.subarray(bytes.indexOf("\n") + 1);
}

/** By the pages of a revision: looking through them for each address that is not there would be slow. */
const FOUND = new WeakMap<object, { readonly name: string; readonly page: Page | undefined }>();

/** The operator's page for unknown addresses. */
export function notFoundPage(pages: ReadonlyMap<string, Page>, name: string): Page | undefined {
	const known = FOUND.get(pages);
	if (known?.name === name) return known.page;
	const page = [...pages.values()].find((candidate) => isNotFoundPage(candidate, name));
	FOUND.set(pages, { name, page });
	return page;
}

/** Only one of the top folder: one in another is about something else. */
export function isNotFoundPage(
	{ file, path }: Pick<PageRecord, "file" | "path">,
	name: string,
): boolean {
	return path.lastIndexOf("/") === 0 && (file === name || file.endsWith(`/${name}`));
}
