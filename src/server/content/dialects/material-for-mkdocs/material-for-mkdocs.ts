import type { MarkdownIt } from "markdown-it";
import type { Dialect } from "../../markdown/dialect.ts";
import { withSelector } from "../../markdown/includes/include.ts";
import { lineOf } from "../../markdown/lines.ts";
import { addBlock, addInline } from "../../markdown/rules.ts";
import { indentedBoxes } from "./indented-boxes.ts";
import { materialNames } from "./material-names.ts";
import { slashBoxes } from "./slash-boxes.ts";

const SNIPPET = /^-{1,8}8<-{1,8}[ \t]+"([^"\n]{1,300})"[ \t]*$/;

export const materialForMkdocs: Dialect = {
	addRules(markdown, { html }) {
		markdown.use(materialNames).use(carets).use(indentedBoxes).use(slashBoxes);
		if (html) markdown.use(markdownElements);
	},
	readInclude(line) {
		const address = SNIPPET.exec(line)?.[1];
		return address === undefined ? undefined : withSelector(address);
	},
};

/** `^^text^^` is an insertion for Material, not a raised text between two carets. */
function carets(markdown: MarkdownIt): void {
	addInline(markdown, "carets", {
		before: "sup",
		pattern: /\^\^([^^\n]{1,500})\^\^/y,
		write(state, [, text = ""]) {
			state.push("ins_open", "ins", 1);
			state.push("text", "", 0).content = text;
			state.push("ins_close", "ins", -1);
		},
	});
}

/** `<div class="grid" markdown>` */
const ELEMENT =
	/^<[a-z][a-z\d]{0,20}(?=[\s>])[^<>]{0,500}\smarkdown(?:=["']?(?:1|block|span)["']?)?(?=[\s>])[^<>]{0,500}>[ \t]*$/i;

/** Elements whose inside is Markdown from the next line on, as MkDocs has it: HTML ends with the first line. */
function markdownElements(markdown: MarkdownIt): void {
	addBlock(
		markdown,
		"markdown_element",
		(state, line) => {
			const text = lineOf(state, line);
			if (!ELEMENT.test(text)) return undefined;
			return () => {
				const token = state.push("html_block", "", 0);
				token.content = `${text}\n`;
				token.map = [line, line + 1];
				return line + 1;
			};
		},
		{ before: "html_block", interrupts: ["paragraph", "reference", "blockquote"] },
	);
}
