import type { Heading } from "../../../shared/page/payload.ts";
import type { Problem } from "../problem.ts";
import type { FrontMatter } from "./page.ts";

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
	readonly body: KeptBody;
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
export interface KeptBody extends Pick<ParsedBody, "heading" | "anchors" | "mentions"> {
	readonly packed: Uint8Array;
	readonly references: readonly BodyReference[];
}

export interface ParsedBody {
	/** HTML with gaps: the addresses of links and images depend on the other files. */
	readonly parts: readonly BodyPart[];
	/** The text of the first `h1`; absent when there is none, empty when that is a picture alone. */
	readonly heading?: string;
	readonly headings: readonly Heading[];
	/** Every id that a link can lead to. */
	readonly anchors: ReadonlySet<string>;
	/** Addresses in an author's own HTML that are left as they are, such as those of a video. */
	readonly mentions: readonly string[];
}

export type BodyPart = string | BodyReference;

/** Stands for the attributes of an `<a>` or `<img>` that depend on where it leads. */
export interface BodyReference {
	readonly kind: "link" | "image";
	/** As the author wrote it, percent-encoded by the Markdown parser. */
	readonly target: string;
	/** Line of the file, counted from 1. */
	readonly line: number;
	/** A wiki's link: it names a page or a file in whatever folder. */
	readonly isByName?: true;
	/** An image to which its author gives a size. */
	readonly hasOwnSize?: boolean;
}
