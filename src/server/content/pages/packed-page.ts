import type { Heading } from "../../../shared/page/payload.ts";
import { fillGaps, type UnpackedBody, unpackBody } from "./packed-body.ts";
import type { CommitTimes, FrontMatter, Page, PageNavigationEntry, PageRecord } from "./page.ts";

/**
 * A page whose body is unpacked when it is asked for. Its own members are its record, so
 * that it can be posted to another thread as it is.
 */
export class PackedPage implements Page, PageRecord {
	readonly path: string;
	readonly file: string;
	readonly title: string;
	readonly navigation: PageNavigationEntry | false;
	readonly frontMatter: FrontMatter;
	readonly isReadable: boolean;
	readonly hasHeading: boolean;
	readonly modifiedMs: number;
	readonly committed: CommitTimes | undefined;
	readonly digest: string;
	readonly packedBody: Uint8Array;
	readonly fills: string;
	/** Showing a page takes its headings and its HTML; after that it is rarely asked for again. */
	#unpacked: WeakRef<UnpackedBody> | undefined;

	constructor(record: PageRecord) {
		this.path = record.path;
		this.file = record.file;
		this.title = record.title;
		this.navigation = record.navigation;
		this.frontMatter = record.frontMatter;
		this.isReadable = record.isReadable;
		this.hasHeading = record.hasHeading;
		this.modifiedMs = record.modifiedMs;
		this.committed = record.committed;
		this.digest = record.digest;
		this.packedBody = record.packedBody;
		this.fills = record.fills;
	}

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
