import type { MarkdownIt } from "markdown-it";
import type { Dialect } from "../../markdown/dialect.ts";
import { withSelector } from "../../markdown/includes/include.ts";
import { lineOf } from "../../markdown/lines.ts";
import { addBlock, addInline } from "../../markdown/rules.ts";
import { indentedBoxes } from "./indented-boxes.ts";
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

/** `<!-- md:setting config.enabled -->` and `<!-- md:option type:note -->`. */
const SHORTCODE = /<!-- md:(setting|option) ([\w.:*-]{1,100}) -->/gi;

/**
 * Comments in which Material for MkDocs names what a heading or a term is of; a hook of the site, which
 * other documentations have copied, writes them out before anything is parsed. Links lead to them.
 *
 * @example
 * "## <!-- md:setting config.enabled -->" // a heading "enabled" with the id "config.enabled"
 */
function materialNames(markdown: MarkdownIt): void {
	markdown.core.ruler.after("normalize", "material_names", (state) => {
		if (!state.src.includes("<!-- md:")) return;
		const named = Array.from(state.src.matchAll(SHORTCODE), ([, , path = ""]) => path);
		state.src = state.src.replaceAll(SHORTCODE, (_, kind: string, path: string) => {
			const name = `\`${path.split(/[.:*]/).at(-1)}\``;
			return kind.toLowerCase() === "setting"
				? `${name} {#${path.replaceAll("*", "")}}`
				: `<a id="+${path}"></a>${name}`;
		});
		// Its authors refer to them by their names.
		const targets = new Set(named.map((path) => path.replaceAll("*", "")));
		state.src += `\n\n${Array.from(targets, (path) => `[${path}]: #${path}`).join("\n")}\n`;
	});
}
