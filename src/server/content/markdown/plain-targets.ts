import type { MarkdownIt } from "markdown-it";

/** Addresses of which every part is written as it is sent: most that authors write. */
const PLAIN =
	/^(?:https?:\/\/[a-z\d-]{1,60}(?:\.[a-z\d-]{1,60}){1,3}(?![^/?#])|(?!\/\/))[\w\-./~?#=&]*$/;

/** Takes addresses that are in normal form already for what they are, without taking them apart. */
export function plainTargets(markdown: MarkdownIt): void {
	const normalize = markdown.normalizeLink.bind(markdown);
	markdown.normalizeLink = (target) => (PLAIN.test(target) ? target : normalize(target));
}
