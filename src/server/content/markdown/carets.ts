import type { MarkdownIt } from "markdown-it";

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
