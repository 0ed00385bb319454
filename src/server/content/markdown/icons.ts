import type { MarkdownIt } from "markdown-it";
import { escapeText } from "../../../shared/document/html.ts";
import { noteProblemAt } from "./body-notes.ts";
import { addInline } from "./rules.ts";

const ICON = /:icon\{[ \t]*(?:name=)?["']?([\w:-]{1,100})["']?[ \t]*\}/y;

/**
 * Replaces `:icon{lucide:rocket}` with the markup of the icon, so that it needs no request.
 *
 * @param resolveIcon Returns the markup of an icon, or `undefined` when no collection has it.
 */
export function icons(
	markdown: MarkdownIt,
	resolveIcon: (name: string) => string | undefined,
): void {
	addInline(markdown, "icon", {
		pattern: ICON,
		write(state, [all, name = ""]) {
			const token = state.push("icon", "", 0);
			token.content = name;
			token.markup = all;
		},
	});
	markdown.renderer.rules["icon"] = (tokens, index, _options, env) => {
		const token = tokens[index];
		if (token === undefined) return "";
		const svg = resolveIcon(token.content);
		if (svg !== undefined) return `<span class="icon" aria-hidden="true">${svg}</span>`;
		noteProblemAt(env, token, `Icon "${token.content}" is in no collection`);
		return escapeText(token.markup);
	};
}
