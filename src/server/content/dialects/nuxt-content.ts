import type { MarkdownIt } from "markdown-it";
import { pushProblem } from "../markdown/body-notes.ts";
import type { Dialect } from "../markdown/dialect.ts";
import { inlineTokens, pushTokens } from "../markdown/directives/inline-tokens.ts";
import { readProps } from "../markdown/directives/read-props.ts";
import { isInline, meaningOf } from "../markdown/directives/vocabulary.ts";
import { addInline } from "../markdown/rules.ts";

export const nuxtContent: Dialect = { addRules: inlineDirectives };

/**
 * `:badge[New]{color=red}` or `:badge{label="New"}`. Icons have a separate rule, which reports wrong
 * names.
 */
const DIRECTIVE =
	/(?<![\w:]):(?!icon[[{])([a-z][\w-]{0,60})(?:\[([^\]\n]{0,300})\](?:\{([^}\n]{0,500})\})?|\{([^}\n]{1,500})\})/y;

/** Inline components of Nuxt Content. */
function inlineDirectives(markdown: MarkdownIt): void {
	addInline(markdown, "inline_directive", {
		pattern: DIRECTIVE,
		write(state, [, name = "", label = "", behind, alone = ""]) {
			const source = behind ?? alone;
			const meaning = meaningOf({ name, props: readProps(source), source }, state.env);
			if (meaning !== undefined && (meaning.kind === "component" || isInline(meaning))) {
				pushTokens(state, inlineTokens(meaning, state, label));
				return;
			}
			state.push("text", "", 0).content = label;
			pushProblem(state, `Component "${name}" is not known here: only the text inside is shown`);
		},
	});
}
