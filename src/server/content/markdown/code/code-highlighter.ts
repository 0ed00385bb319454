import { escapeText } from "../../../../shared/document/html.ts";
import type { BodyCode, BodyPart, BodyReference } from "../../pages/parsed-page.ts";
import type { Problem } from "../../problem.ts";
import { processorMs } from "../../run-in-time.ts";
import { highlightCode } from "./highlight-code.ts";
import { markLines } from "./mark-lines.ts";

/** A fourth of a megabyte of honest code, and short of what a page may take altogether. */
const PAGE_MS = 250;

const TOO_LONG =
	"Code of a page must not take so long to highlight: it is shown plain from here on";

/** Highlights the code blocks of one page one after the other, as far as its time reaches. */
export class CodeHighlighter {
	readonly #problems: Omit<Problem, "file">[] = [];
	/** Processor time; `undefined` once it was spent. */
	#leftMs: number | undefined = PAGE_MS;

	/** What took too long. */
	get problems(): readonly Omit<Problem, "file">[] {
		return this.#problems;
	}

	/** @returns HTML. */
	highlight(code: BodyCode): string {
		return renderCode(code, this.#highlight(code));
	}

	#highlight({ text, language, line }: BodyCode): string | undefined {
		if (this.#leftMs === undefined) return undefined;
		const startedMs = processorMs();
		const outcome = highlightCode(text, language, Math.max(1, this.#leftMs));
		this.#leftMs -= processorMs() - startedMs;
		if (outcome.kind === "stopped" || this.#leftMs <= 0) {
			this.#leftMs = undefined;
			this.#problems.push({ line, message: TOO_LONG });
		}
		return outcome.kind === "highlighted" ? outcome.html : undefined;
	}
}

/** Code as it is shown when nobody has highlighted it. */
export function renderPlainCode(code: BodyCode): string {
	return renderCode(code, undefined);
}

export interface HighlightedParts extends Pick<CodeHighlighter, "problems"> {
	readonly parts: readonly (string | BodyReference)[];
}

/** Puts the HTML of every code block of a body in its place. */
export function highlightParts(parts: readonly BodyPart[]): HighlightedParts {
	const highlighter = new CodeHighlighter();
	const highlighted = parts.map((part) =>
		typeof part === "object" && part.kind === "code" ? highlighter.highlight(part) : part,
	);
	return { parts: highlighted, problems: highlighter.problems };
}

function renderCode({ text, markedLines }: BodyCode, highlighted: string | undefined): string {
	const html = highlighted ?? escapeText(text);
	return markedLines.length === 0 ? html : markLines(html, new Set(markedLines));
}
