import { SITE_COLLECTION } from "../../../shared/icons.ts";
import type { BodyPart, BodyReference, ParsedBody } from "../parsed-page.ts";
import type { Problem } from "../problem.ts";
import { createBodyNotes, notesOf } from "./body-notes.ts";
import { createMarkdown, type MarkdownOptions } from "./create-markdown.ts";

export interface RenderedBody {
	readonly body: ParsedBody;
	readonly problems: readonly Problem[];
	/** Whether a drawing of the site folder was asked for, which may change by itself. */
	readonly showsSiteIcons: boolean;
}

/** Renders the bodies of pages; made once, since a Markdown parser is costly to set up. */
export interface BodyRenderer {
	/** @param firstLine Line of the file on which the text starts. */
	render(file: string, text: string, firstLine: number): RenderedBody;
}

export function createBodyRenderer(options: MarkdownOptions): BodyRenderer {
	let showsSiteIcons = false;
	const markdown = createMarkdown({ ...options, resolveIcon });
	return {
		render(file, text, firstLine) {
			showsSiteIcons = false;
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
				showsSiteIcons,
			};
		},
	};

	function resolveIcon(name: string): string | undefined {
		if (name.startsWith(`${SITE_COLLECTION}:`)) showsSiteIcons = true;
		return options.resolveIcon(name);
	}
}

/** Markdown turns every NUL of the source into another character, so none can be an author's. */
function splitAtReferences(html: string, references: readonly BodyReference[]): BodyPart[] {
	return html
		.split("\0")
		.map((part, index) => (index % 2 === 0 ? part : (references[Number(part)] ?? "")));
}
