import type { MarkdownIt } from "markdown-it";
import type { Dialect } from "../../markdown/dialect.ts";
import { withSelector } from "../../markdown/includes/include.ts";
import { indentedBoxes } from "./indented-boxes.ts";
import { markdownElements } from "./markdown-elements.ts";
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

const CARETS = /\^\^([^^\n]{1,500})\^\^/y;

/** `^^text^^` is an insertion for Material, not a raised text between two carets. */
export function carets(markdown: MarkdownIt): void {
	markdown.inline.ruler.before("sup", "carets", (state, silent) => {
		if (!state.src.startsWith("^^", state.pos)) return false;
		CARETS.lastIndex = state.pos;
		const [all, text = ""] = CARETS.exec(state.src) ?? [];
		if (all === undefined) return false;
		if (!silent) {
			state.push("ins_open", "ins", 1);
			state.push("text", "", 0).content = text;
			state.push("ins_close", "ins", -1);
		}
		state.pos += all.length;
		return true;
	});
}
