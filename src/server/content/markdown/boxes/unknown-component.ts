import type { MarkdownIt, StateInline } from "markdown-it";
import { type BodyEnvironment, lineOfToken, notesOf } from "../body-notes.ts";

/**
 * Says once for each name of a page that only what is inside is shown.
 *
 * @param line Of the file, counted from 1.
 */
export function noteUnknown(
	environment: BodyEnvironment | undefined,
	what: string,
	line: number,
): void {
	noteOnce(environment, `${what} is not known here: only the text inside is shown`, line);
}

/** Inline rules do not know their line: the problem is noted when the token has one. */
export function pushProblem(state: StateInline, message: string): void {
	state.push("left_out", "", 0).content = message;
}

/** Renders nothing in place of what was left out, and notes the problem. */
export function leftOut(markdown: MarkdownIt): void {
	markdown.renderer.rules["left_out"] = (tokens, index, _options, env) => {
		const token = tokens[index];
		if (token !== undefined) noteOnce(env, token.content, lineOfToken(env, token));
		return "";
	};
}

/** Notes a problem that is the same wherever it is on a page. @param line Of the file, counted from 1. */
export function noteOnce(
	environment: BodyEnvironment | undefined,
	message: string,
	line: number,
): void {
	const { problems, reportedMessages } = notesOf(environment);
	if (reportedMessages.has(message)) return;
	reportedMessages.add(message);
	problems.push({ line, message });
}
