import type { MarkdownIt, StateCore, Token } from "markdown-it";

const CHECKBOX = /^\[([ xX])\](?:[ \t]+|$)/;

/** GitHub's task lists. The text labels its box, so that a screen reader reads both as one. */
export function taskLists(markdown: MarkdownIt): void {
	markdown.core.ruler.after("inline", "task_lists", (state) => {
		state.tokens.forEach((token, index) => {
			const item = state.tokens[index - 2];
			const paragraph = state.tokens[index - 1];
			if (item?.type !== "list_item_open" || paragraph?.type !== "paragraph_open") return;
			const first = token.children?.[0];
			const match = first?.type === "text" ? CHECKBOX.exec(first.content) : null;
			if (first === undefined || match === null) return;
			first.content = first.content.slice(match[0].length);
			item.attrJoin("class", "task");
			token.children?.unshift(boxToken(state, match[1] !== " "));
			token.children?.push(new state.Token("task_close", "", 0));
		});
	});
	markdown.renderer.rules["task_open"] = (tokens, index) =>
		`<label><input type="checkbox" disabled${tokens[index]?.meta?.["isDone"] === true ? " checked" : ""}> `;
	markdown.renderer.rules["task_close"] = () => "</label>";
}

function boxToken(state: StateCore, isDone: boolean): Token {
	const token = new state.Token("task_open", "", 0);
	token.meta = { isDone };
	return token;
}
