import { posix } from "node:path";
import { findIncludedFile } from "../../files/included-file.ts";
import { decodeText, readRegularFile } from "../../files/read-regular-file.ts";
import { readFrontMatter } from "../../front-matter/front-matter.ts";
import { DRAFTS_FOLDER } from "../../front-matter/hiding-signs.ts";
import { PAGE_EXTENSION } from "../../page-path.ts";
import type { ReadInclude } from "./include.ts";

/** No reader looks through more code than that; the same as of a page's own code. */
const MAX_FILE_BYTES = 200_000;

/**
 * Reads what pages take from other files. Their addresses are relative to the page, to the folder of
 * the pages (`@/`) or to that of the whole documentation: they are looked for in the folder of the page
 * and in those above, up to the site folder.
 *
 * @param root The real path of the site folder.
 */
export function createIncludeReader(root: string): ReadInclude {
	return ({ from, address, seen }) => {
		for (const candidate of candidatesOf(from, address)) {
			const found = findIncludedFile(root, candidate);
			// Also what is not there is remembered: the page is read again once it is.
			seen.set(candidate, found?.stamp ?? "");
			if (found !== undefined) return readText(candidate, found.realPath);
		}
		return { kind: "refused", rule: "is no file of the site folder" };
	};
}

function candidatesOf(from: string, address: string): readonly string[] {
	const plain = posix.normalize(address.replace(/^(?:@\/|~\/|\/)/, ""));
	const candidates = new Set<string>();
	let folder = from;
	do {
		folder = posix.dirname(folder);
		const candidate = posix.join(folder, plain);
		if (!candidate.startsWith("../")) candidates.add(candidate);
	} while (folder !== ".");
	return [...candidates];
}

function readText(file: string, realPath: string): ReturnType<ReadInclude> {
	const reading = readRegularFile(realPath, { maxBytes: MAX_FILE_BYTES });
	if (reading.kind === "absent") return { kind: "refused", rule: "is no file of the site folder" };
	if (reading.kind === "refused") return reading;
	const text = decodeText(reading.bytes);
	if (text.kind === "refused") return text;
	if (!PAGE_EXTENSION.test(file)) return { kind: "read", file, text: text.text };
	const { frontMatter, isUnderstood, body } = readFrontMatter(file, text.text);
	const { draft, publishAt, expiresAt, middleware, flag } = frontMatter;
	const isForAll = [
		isUnderstood && !draft && !DRAFTS_FOLDER.test(file),
		publishAt === undefined && expiresAt === undefined,
		middleware.length === 0 && flag === undefined,
	].every(Boolean);
	// What is kept from some visitors, or at some times, is not shown in the middle of another page.
	return isForAll
		? { kind: "read", file, text: body }
		: { kind: "refused", rule: "is a page that not everybody may see at any time" };
}
