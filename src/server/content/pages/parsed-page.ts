import type { FrontMatter } from "../front-matter/to-front-matter.ts";
import type { BodyReference, ParsedBody } from "../markdown/parsed-body.ts";
import type { Problem } from "../problem.ts";
import { packBody } from "./packed-body.ts";

/**
 * A page file, parsed without looking at any other file but those that it includes, so that
 * a change of one file parses one file, and what shows it.
 */
export interface ParsedPage {
	/** Relative to the site folder. */
	readonly file: string;
	readonly frontMatter: FrontMatter;
	/** Line of the file by key, counted from 1. */
	readonly frontMatterLines: ReadonlyMap<string, number>;
	/** Whether the front matter says clearly who may see the page; if not, it counts as a draft. */
	readonly isUnderstood: boolean;
	/** `false`: the file cannot be read, and never could. */
	readonly isReadable: boolean;
	readonly body: PackedBody;
	readonly problems: readonly Problem[];
	readonly modifiedMs: number;
	/** Hash of the file's bytes, and of what they were rendered to. */
	readonly digest: string;
	/** Hash of the file's bytes alone: finds the file among those that are kept. */
	readonly sourceDigest: string;
	/** In bytes. */
	readonly size: number;
	/** As whole files mostly do; one that is being written mostly does not. */
	readonly endsInNewline: boolean;
	/** Whether a drawing of the site folder is in the body. */
	readonly showsSiteIcons: boolean;
	/** Stamps of the files that are shown in it, by file of the site folder; empty for none. */
	readonly included: ReadonlyMap<string, string>;
}

/** What stays of a body: all but the text is needed to tell where its links lead. */
export interface PackedBody extends Pick<ParsedBody, "heading" | "anchors" | "mentions"> {
	readonly packed: Uint8Array;
	readonly references: readonly BodyReference[];
}

/** Stands for a page whose file cannot be read and never could: its path answers with a failure. */
export function unreadablePage(file: string): ParsedPage {
	return {
		file,
		frontMatter: { layout: "default", middleware: [], navigation: false, draft: false },
		frontMatterLines: new Map(),
		isUnderstood: false,
		isReadable: false,
		body: { packed: packBody("", []), references: [], anchors: new Set(), mentions: [] },
		problems: [],
		modifiedMs: 0,
		digest: "",
		sourceDigest: "",
		size: 0,
		endsInNewline: false,
		showsSiteIcons: false,
		included: new Map(),
	};
}
