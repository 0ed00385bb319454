import type { Heading } from "../../../shared/page/payload.ts";
import type { FrontMatter, PageNavigationEntry } from "../front-matter/to-front-matter.ts";
import { fillGaps, type UnpackedBody, unpackBody } from "./packed-body.ts";

/** A page as it passes from one thread to another. */
export interface PageRecord {
	/** The true path: it keeps the letter case of the file, without number prefixes and extension. */
	readonly path: string;
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
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
		return fillGaps(this.#unpack().literals, this.fills.split("\0"));
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
