import type { MarkdownIt, StateInline } from "markdown-it";
import { inlineTokens, pushTokens } from "../../markdown/boxes/inline-tokens.ts";
import { readProps } from "../../markdown/boxes/read-props.ts";
import { pushProblem } from "../../markdown/boxes/unknown-component.ts";
import { isInline, meaningOf } from "../../markdown/boxes/vocabulary.ts";
import type { Dialect } from "../../markdown/dialect.ts";

export const nuxtContent: Dialect = { addRules: (markdown) => markdown.use(inlineDirectives) };

const COLON = 0x3a;

/** `:badge[New]{color=red}` or `:badge{label="New"}` */
const DIRECTIVE =
	/:([a-z][\w-]{0,60})(?:\[([^\]\n]{0,300})\](?:\{([^}\n]{0,500})\})?|\{([^}\n]{1,500})\})/y;

/** Components of Nuxt Content in the middle of a sentence. */
export function inlineDirectives(markdown: MarkdownIt): void {
	markdown.inline.ruler.before("emphasis", "inline_directive", parseDirective);
}

function parseDirective(state: StateInline, silent: boolean): boolean {
	const { src, pos } = state;
	if (src.charCodeAt(pos) !== COLON || /[\w:]/.test(src[pos - 1] ?? "")) return false;
	DIRECTIVE.lastIndex = pos;
	const [all, name = "", label = "", behind, alone] = DIRECTIVE.exec(src) ?? [];
	// Icons have a rule of their own, which says what is wrong with a name.
	if (all === undefined || name === "icon") return false;
	const meaning = meaningOf({ name, props: readProps(behind ?? alone ?? "") });
	if (!silent) {
		if (meaning !== undefined && isInline(meaning)) {
			pushTokens(state, inlineTokens(meaning, state, label));
		} else {
			state.push("text", "", 0).content = label;
			pushProblem(state, `Component "${name}" is not known here: only the text inside is shown`);
		}
	}
	state.pos += all.length;
	return true;
}
