import type { BodyPart, BodyReference, ParsedBody } from "../parsed-page.ts";
import type { Problem } from "../problem.ts";
import { createBodyNotes, notesOf } from "./body-notes.ts";
import { createMarkdown, type MarkdownOptions } from "./create-markdown.ts";

export interface RenderedBody {
	readonly body: ParsedBody;
	readonly problems: readonly Problem[];
}

/** Renders the bodies of pages; made once, since a Markdown parser is costly to set up. */
export interface BodyRenderer {
	/** @param firstLine Line of the file on which the text starts. */
	render(file: string, text: string, firstLine: number): RenderedBody;
}

export function createBodyRenderer(options: MarkdownOptions): BodyRenderer {
	const markdown = createMarkdown(options);
	return {
		render(file, text, firstLine) {
			const env = createBodyNotes(firstLine);
			const html = markdown.render(text, env);
			const notes = notesOf(env);
			return {
				body: {
					parts: splitAtReferences(html, notes.references),
					...(notes.title === undefined ? {} : { heading: notes.title }),
					headings: notes.headings,
					anchors: notes.anchors,
				},
				problems: notes.problems.map((problem) => ({ file, ...problem })),
			};
		},
	};
}

/** Markdown turns every NUL of the source into another character, so none can be an author's. */
function splitAtReferences(html: string, references: readonly BodyReference[]): BodyPart[] {
	return html
		.split("\0")
		.map((part, index) => (index % 2 === 0 ? part : (references[Number(part)] ?? "")));
}
