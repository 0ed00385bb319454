import type { MarkdownIt, StateInline } from "markdown-it";
import { githubSlug } from "../markdown/anchor-style.ts";
import type { Dialect } from "../markdown/dialect.ts";
import { textToken } from "../markdown/directives/inline-tokens.ts";
import { addInline } from "../markdown/rules.ts";

export const obsidian: Dialect = { addRules: wikilinks };

/** `[[page#heading|text]]`; a leading `!` embeds a picture. */
const WIKILINK =
	/(!?)\[\[(?!\\?\||\]\])([^[\]|#\n]{0,300})(?:#([^[\]|\n]{0,300}))?(?:\\?\|([^[\]\n]{0,300}))?\]\]/y;

const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;

/** Links of Obsidian and of wikis, which name a page in any folder. */
function wikilinks(markdown: MarkdownIt): void {
	addInline(markdown, "wikilink", {
		before: "link",
		pattern: WIKILINK,
		write(state, [, embed, page = "", heading, text]) {
			const isPicture = embed === "!" && PICTURE.test(page);
			if (isPicture) writePicture(state, page.trim(), text);
			else writeLink(state, page.trim(), { heading, text });
		},
	});
	// A paragraph of Obsidian may end with a name for links to it: ` ^name`. It is not shown.
	addInline(markdown, "paragraph_name", {
		pattern: /(?<=\s)\^[\w-]{1,80}\s{0,80}$/y,
		write: () => undefined,
	});
}

/** Obsidian writes the size of a picture in place of the text. */
function writePicture(state: StateInline, src: string, text = ""): void {
	const [isSize, width, height] = /^(\d{1,4})(?:x(\d{1,4}))?$/.exec(text) ?? [];
	const alt = isSize === undefined ? text : "";
	const image = state.push("image", "img", 0);
	image.attrs = [["src", encodeURI(src)]];
	if (width !== undefined) image.attrSet("width", width);
	if (height !== undefined) image.attrSet("height", height);
	image.content = alt;
	image.children = [textToken(alt, state)];
	image.meta = { isByName: true };
}

function writeLink(
	state: StateInline,
	page: string,
	{ heading, text }: { readonly heading: string | undefined; readonly text: string | undefined },
): void {
	// A caret refers to a paragraph, which has no id here.
	const hash = heading === undefined || heading.startsWith("^") ? "" : `#${githubSlug(heading)}`;
	const open = state.push("link_open", "a", 1);
	open.attrs = [["href", encodeURI(page) + hash]];
	open.meta = { isByName: true };
	state.push("text", "", 0).content =
		text ?? (page === "" ? (heading ?? "") : page.slice(page.lastIndexOf("/") + 1));
	state.push("link_close", "a", -1);
}
