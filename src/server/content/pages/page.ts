import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Heading } from "../../../shared/page/payload.ts";
import type { FrontMatter, PageNavigationEntry } from "../front-matter/to-front-matter.ts";
import type { BodyPart } from "../markdown/body-notes.ts";

/** One page of a revision, with its path and the targets of its links. Threads send it to each other. */
export interface Page {
	/** The true path: in the letter case of the file, without number prefixes and extension. */
	readonly path: string;
	/** Relative to the folder of the pages. */
	readonly name: string;
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
	/** The file to edit, if it is not `file`. */
	readonly source?: string;
	/** From the front matter, else the first `h1` of the body, else the path; empty for an untitled index. */
	readonly title: string;
	/** `false`: the page is in no list, but is still served. */
	readonly navigation: PageNavigationEntry | false;
	/** `image` and `redirect` are resolved: an absolute URL, or a URL path with its base path. */
	readonly frontMatter: FrontMatter;
	/** `false`: the file was never readable, so it is unknown whether visitors may see the page. */
	readonly isReadable: boolean;
	/** Whether the body contains its own `h1`. */
	readonly hasHeading: boolean;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
	/** Times of the first and last commit of the file; absent: git knows no commit of it. */
	readonly committed?: CommitTimes | undefined;
	/** Hashes of the file's bytes and of the rendered body. */
	readonly digest: string;
	readonly packedBody: Uint8Array;
	/** Attributes of links, and whole images, for the gaps of the body: HTML, separated by NUL. */
	readonly fills: string;
	/** Ids of the components and islands in the body, such as `components/Chart`; absent: there are none. */
	readonly codeParts?: readonly string[];
}

/** The rendered body, with every link and image resolved. */
export function bodyHtml({ packedBody, fills }: Pick<Page, "packedBody" | "fills">): string {
	const gaps = fills.split("\0");
	return unpackBody(packedBody)
		.literals.map((literal, index) => literal + (gaps[index] ?? ""))
		.join("");
}

export function bodyHeadings({ packedBody }: Pick<Page, "packedBody">): readonly Heading[] {
	return unpackBody(packedBody).headings;
}

/** Milliseconds since the Unix epoch. */
export interface CommitTimes {
	readonly firstMs: number;
	readonly lastMs: number;
}

/**
 * Whether visitors may see a page now: it is not a draft, its publication time has come, and it
 * has not expired.
 *
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function isVisible({ frontMatter }: Pick<Page, "frontMatter">, nowMs: number): boolean {
	const { draft, publishAt, expiresAt } = frontMatter;
	if (draft) return false;
	if (publishAt !== undefined && nowMs < publishAt) return false;
	return expiresAt === undefined || nowMs < expiresAt;
}

/** Parts of a body that rendering a page needs. */
interface UnpackedBody {
	readonly headings: readonly Heading[];
	/** HTML between the gaps; one more than there are gaps. */
	readonly literals: readonly string[];
}

/** Separates the literals of a body. The Markdown parser replaces each NUL of an author. */
const GAP = "\0";

/** Size of the number before the packed bytes, which is their unpacked length. */
const LENGTH_BYTES = 4;

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The text of a body with a mark for each gap: independent of the targets of links. */
export function bodyText(parts: readonly BodyPart[]): string {
	return parts.map((part) => (typeof part === "string" ? part : GAP)).join("");
}

/**
 * Packs a body into memory that threads share, outside of the heap: as strings, ten thousand
 * pages would take hundreds of megabytes in each thread that has them.
 *
 * @param text From `bodyText()`.
 * @returns Only for `unpackBody()` and `unpackBytes()`.
 */
export function packBody(text: string, headings: readonly Heading[]): Uint8Array {
	// `JSON.stringify()` writes no line break here, so the first one ends the headings.
	const bytes = Buffer.from(`${JSON.stringify(headings)}\n${text}`);
	const packed = zstdCompressSync(bytes, COMPRESSION);
	const shared = new Uint8Array(new SharedArrayBuffer(LENGTH_BYTES + packed.length));
	new DataView(shared.buffer).setUint32(0, bytes.length);
	shared.set(packed, LENGTH_BYTES);
	return shared;
}

/** By packed body. Weak: rendering a page reads its headings and its HTML, and further reads are rare. */
const UNPACKED = new WeakMap<Uint8Array, WeakRef<UnpackedBody>>();

export function unpackBody(packed: Uint8Array): UnpackedBody {
	const known = UNPACKED.get(packed)?.deref();
	if (known !== undefined) return known;
	const text = unpack(packed).toString("utf8");
	const end = text.indexOf("\n");
	const unpacked: UnpackedBody = {
		// Written by `packBody()` of this build: nothing else creates such bytes.
		headings: JSON.parse(text.slice(0, end)) as Heading[],
		literals: text.slice(end + 1).split(GAP),
	};
	UNPACKED.set(packed, new WeakRef(unpacked));
	return unpacked;
}

/** Unpacks into one buffer of the right size: pieces would take twice the memory outside of the heap. */
function unpack(packed: Uint8Array): Buffer {
	const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
	// With one spare byte, zlib knows that the output is complete.
	const chunkSize = Math.max(constants.Z_MIN_CHUNK, length + 1);
	return zstdDecompressSync(packed.subarray(LENGTH_BYTES), { chunkSize });
}

/** The HTML of a body in UTF-8, with a NUL for each gap: enough to read its text. */
export function unpackBytes(packed: Uint8Array): Buffer {
	const bytes = unpack(packed);
	return bytes.subarray(bytes.indexOf("\n") + 1);
}

/** Cached by the pages of a revision: a search through all pages for each unknown address would be slow. */
const FOUND = new WeakMap<object, { readonly name: string; readonly page: Page | undefined }>();

/** The operator's page for unknown addresses. */
export function notFoundPage(pages: ReadonlyMap<string, Page>, name: string): Page | undefined {
	const known = FOUND.get(pages);
	if (known?.name === name) return known.page;
	const page = [...pages.values()].find((candidate) => isNotFoundPage(candidate, name));
	FOUND.set(pages, { name, page });
	return page;
}

/** Only a page of the top folder counts: in another folder, the name has another meaning. */
export function isNotFoundPage({ file, path }: Pick<Page, "file" | "path">, name: string): boolean {
	return path.lastIndexOf("/") === 0 && (file === name || file.endsWith(`/${name}`));
}
