import type { MarkdownIt, Token } from "markdown-it";
import { escapeAttribute } from "../../../shared/document/html.ts";
import {
	type BodyEnvironment,
	type BodyReference,
	fillGapWith,
	lineOfToken,
	notesOf,
} from "./body-notes.ts";

/** Schemes of web pages, mail and telephone. Targets without a scheme are checked later. */
const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"]);

/** Inline tokens that can cause problems, and therefore need a line. */
const TOKENS_WITH_LINES: ReadonlySet<string> = new Set(
	"link_open image icon left_out math".split(" "),
);

/** Replaces link targets and images with gaps, which are filled when all files are known. */
export function references(markdown: MarkdownIt): void {
	markdown.validateLink = isAllowedTarget;
	// Inline tokens do not know their line. Their block does, but rendering has no access to it.
	markdown.core.ruler.push("reference_lines", (state) => {
		for (const { children, map } of state.tokens) {
			let line = (map?.[0] ?? 0) + notesOf(state.env).firstLine;
			for (const child of children ?? []) {
				if (child.type === "softbreak" || child.type === "hardbreak") line += 1;
				if (TOKENS_WITH_LINES.has(child.type)) child.meta = { ...child.meta, line };
			}
		}
	});
	markdown.renderer.rules["link_open"] = (tokens, index, _options, env) => {
		const token = tokens[index];
		if (token === undefined) return "";
		return `<a${gapFor("link", token, env)}${titleOf(token)}>`;
	};
	markdown.renderer.rules["image"] = (tokens, index, options, env, self) => {
		const token = tokens[index];
		if (token === undefined) return "";
		const alt = self.renderInlineAsText(token.children ?? [], options, env);
		return gapFor("image", token, env, {
			attributes: ` alt="${escapeAttribute(alt)}"${titleOf(token)}`,
			width: token.attrGet("width")?.toString(),
			height: token.attrGet("height")?.toString(),
		});
	};
}

/** Whether a page may link to a target. @param target With entities and escapes resolved. */
export function isAllowedTarget(target: string): boolean {
	// Browsers drop these characters before they read the scheme, so they must not hide a scheme.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it drops.
	const seen = target.replace(/[\u0000-\u0020\u007f-\u00a0]/g, "");
	const scheme = /^([a-z][a-z\d+.-]*):/i.exec(seen)?.[1];
	return scheme === undefined || ALLOWED_SCHEMES.has(scheme.toLowerCase());
}

function gapFor(
	kind: "link" | "image",
	token: Token,
	env: BodyEnvironment | undefined,
	image: Pick<BodyReference, "attributes" | "width" | "height"> = {},
): string {
	return fillGapWith(env, {
		kind,
		...image,
		target: String(token.attrGet(kind === "link" ? "href" : "src") ?? ""),
		line: lineOfToken(env, token),
		...(token.meta?.["isByName"] === true ? { isByName: true } : {}),
	});
}

function titleOf(token: Token): string {
	const title = token.attrGet("title");
	return title === null ? "" : ` title="${escapeAttribute(String(title))}"`;
}
