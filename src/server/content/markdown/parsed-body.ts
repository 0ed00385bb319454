import type { Heading } from "../../../shared/page/payload.ts";

/** A rendered body, whose links still need the other files. */
export interface ParsedBody {
	/** HTML with gaps: the addresses of links and images depend on the other files. */
	readonly parts: readonly BodyPart[];
	/** The text of the first `h1`; absent without an `h1`, empty when it contains only a picture. */
	readonly heading: string | undefined;
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
