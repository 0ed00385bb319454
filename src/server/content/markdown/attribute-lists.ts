import type { MarkdownIt, StateBlock } from "markdown-it";
import { lineOf } from "./lines.ts";
import { addBlock, addInline } from "./rules.ts";

/** `{.class #id key="value"}` after a link, a picture, code or emphasis; with a colon in the form of kramdown. */
const LIST =
	/(?<=[)\]`*_])\{:?[ \t]*(?:[.#][\w:.-]{1,100}|[\w:-]{1,60}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s"'{}]{1,200}))(?:[ \t]+(?:[.#][\w:.-]{1,100}|[\w:-]{1,60}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s"'{}]{1,200}))){0,20}[ \t]*\}/y;

/** Lists on a line of their own, which belong to the block before. */
const LINE = /^\{(?::[ \t]*|[ \t]*[.#][\w-])[^{}\n]{0,300}\}[ \t]*$/;

/** Leaves out attributes for elements: classes mean nothing without the styles that they name. */
export function attributeLists(markdown: MarkdownIt): void {
	addBlock(markdown, "attribute_list", (state, line) => {
		const text = lineOf(state, line).trimEnd();
		if (!LINE.test(text)) return undefined;
		return () => {
			addToHeading(state, text);
			return line + 1;
		};
	});
	addInline(markdown, "attribute_list", {
		pattern: LIST,
		write(state) {
			state.push("text", "", 0).content = "";
		},
	});
}

/** Below a heading the list may hold its id, which is read where headings are. */
function addToHeading({ tokens }: StateBlock, attributes: string): void {
	const inline = tokens.at(-2);
	if (tokens.at(-1)?.type !== "heading_close" || inline === undefined) return;
	inline.content += ` ${attributes}`;
}
