import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as Mermaid from "beautiful-mermaid";
import { LRUCache } from "lru-cache";
import type { MarkdownIt } from "markdown-it";
import { escapeText } from "../../../../shared/document/html.ts";
import { noteProblemAt, notesOf } from "../body-notes.ts";

/**
 * Draws code blocks of the language `mermaid`. The source stays in the page for screen readers, search
 * and the page's Markdown. A diagram that cannot be drawn is shown as code, with a problem.
 */
export function diagrams({ renderer }: MarkdownIt): void {
	const renderCode = renderer.rules["fence"];
	renderer.rules["fence"] = (tokens, index, options, env, self) => {
		const token = tokens[index];
		const code = () => renderCode?.(tokens, index, options, env, self) ?? "";
		if (token === undefined || !/^mermaid\b/.test(token.info.trim())) return code();
		const source = token.content.trim();
		const notes = notesOf(env);
		notes.diagramCharacters += source.length;
		const loose = LOOSE_ARROW.exec(source)?.[1];
		if (loose !== undefined)
			noteProblemAt(env, token, `Arrow of a diagram has no target: "${loose}"`);
		const drawn =
			notes.diagramCharacters > MAX_CHARACTERS
				? { problem: `the diagrams of a page must have at most ${MAX_CHARACTERS} characters` }
				: drawings.memo(source);
		if ("problem" in drawn) {
			noteProblemAt(env, token, `A diagram is shown as text: ${drawn.problem}`);
			return code();
		}
		notes.diagrams += 1;
		const svg = withOwnIds(drawn.svg, notes.diagrams);
		const text = `<pre class="visually-hidden"><code class="language-mermaid">${escapeText(source)}\n</code></pre>`;
		return `<figure class="diagram" tabindex="0">${svg}${text}</figure>\n`;
	};
}

/** An arrow of a flowchart at the end of a line. */
const LOOSE_ARROW =
	/^(?:graph|flowchart)\b[\s\S]*?\n[ \t]*([^\n%]*(?:-->|---|==>|-\.->))[ \t]*(?:\n|$)/;

const LABEL = /("[^"\n]*"|\[[^\]\n]*\]|\([^)\n]*\)|\{[^}\n]*\}|\|[^|\n]*\|)/;

const ARROW = /[ \t]*(<?(?:-{2,3}>?|={2,3}>?|-\.->?))[ \t]*/g;

/** Adds spaces around the arrows of a flowchart: without them, the library drops edges silently. */
function withSpaces(source: string): string {
	if (!/^(?:graph|flowchart)\b/.test(source)) return source;
	const parts = source.replace(/;[ \t]*$/gm, "").split(LABEL);
	// The label of an edge follows its arrow without a space.
	return parts
		.map((part, index) => (index % 2 === 0 ? part.replace(ARROW, " $1 ") : part))
		.join("")
		.replace(/(?<=[->=]) (?=\|)/g, "")
		.replace(/(?<=\S\|)(?=[\w[({])/g, " ");
}

/** Limit for all diagrams of a page: fifty lines take 0.1 s to draw, some hundred lines take seconds. */
const MAX_CHARACTERS = 6000;

type Drawn = { readonly svg: string } | { readonly problem: string };

const load = createRequire(import.meta.url);

/** Drawn diagrams by source: each save parses the page again, mostly with the same diagrams. */
const drawings = new LRUCache<string, Drawn>({ max: 100, memoMethod: draw });

/** The first diagram loads the library, with its graph layout. */
function draw(source: string): Drawn {
	try {
		// The package only exports a form for `import`, which is asynchronous.
		const library = fileURLToPath(import.meta.resolve("beautiful-mermaid"));
		const { renderMermaidSVG } = load(library) as typeof Mermaid;
		const svg = cleanSvg(renderMermaidSVG(withSpaces(source), { padding: 8 }));
		return svg === undefined ? { problem: "it contains disallowed markup" } : { svg };
	} catch (error) {
		return { problem: error instanceof Error ? error.message : String(error) };
	}
}

/** Removes styles, which the policy of pages forbids: the site's style sheet has the colors of diagrams. */
function cleanSvg(text: string): string | undefined {
	const svg = text
		.replaceAll(/<style>[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
		.replaceAll(/ data-[\w-]+="[^"]*"/g, "")
		.replace(/^<svg [^>]*?(viewBox="[^"]*")( width="[^"]*")[^>]*>/, '<svg aria-hidden="true" $1$2>')
		.replaceAll(/(\d+\.\d)\d+/g, "$1")
		.replaceAll(/\n\s*/g, "");
	return isHarmless(svg) ? svg : undefined;
}

const ELEMENTS = "svg defs marker polygon polyline path g rect text tspan line circle ellipse";

/** Tags allowed in a drawing: guards against markup in an author's text that the library does not escape. */
const ALLOWED_TAG = new RegExp(
	`^/?(?:${ELEMENTS.replaceAll(" ", "|")})(?: (?!on|style|href)[a-zA-Z][\\w-]*="[^"<>]*")* ?/?$`,
);

/** External URLs, and charts, whose colors are in a style sheet of their own. */
const FORBIDDEN = /url\((?!#)|class="xychart/;

function isHarmless(svg: string): boolean {
	const tags = Array.from(svg.matchAll(/<([^>]*)>?/g), ([, tag = ""]) => tag);
	return tags.every((tag) => ALLOWED_TAG.test(tag)) && !FORBIDDEN.test(svg);
}

/** Makes the ids of arrowheads unique on the page. */
function withOwnIds(svg: string, number: number): string {
	return svg.replaceAll(/( id="|url\(#)([\w-]+)/g, `$1diagram-${number}-$2`);
}
