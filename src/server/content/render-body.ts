import { SITE_COLLECTION } from "../../shared/appearance/icons.ts";
import type { Words } from "../../shared/page/words.ts";
import { createMarkdown, type MarkdownOptions } from "./create-markdown.ts";
import { DIALECTS } from "./dialects/dialects.ts";
import { createBodyNotes, GAP_MARK, notesOf } from "./markdown/body-notes.ts";
import { rewritten } from "./markdown/dialect.ts";
import type { BodyPart, BodyReference, ParsedBody } from "./markdown/parsed-body.ts";
import type { Problem } from "./problem.ts";

export interface RenderedBody {
	readonly body: ParsedBody;
	readonly problems: readonly Problem[];
	/** Whether a drawing of the site folder was asked for, which may change by itself. */
	readonly showsSiteIcons: boolean;
	/** Stamps of the files that are shown in it, by file of the site folder; empty for none. */
	readonly included: ReadonlyMap<string, string>;
}

/** Renders the bodies of pages; made once, since a Markdown parser is costly to set up. */
export interface BodyRenderer {
	/** @param firstLine Line of the file on which the text starts. */
	render(file: string, text: string, firstLine: number): RenderedBody;
}

export interface BodyRendererOptions extends MarkdownOptions {
	/** What bodies say by themselves in the main language, by its English form; absent: English. */
	readonly words?: Words;
	/** The same in the other languages, by their codes; absent: there is one. */
	readonly translations?: Readonly<Record<string, Words>>;
}

export function createBodyRenderer({
	words,
	translations = {},
	...options
}: BodyRendererOptions): BodyRenderer {
	const codes = Object.keys(translations);
	let showsSiteIcons = false;
	const markdown = createMarkdown({ ...options, resolveIcon });
	return {
		render(file, text, firstLine) {
			showsSiteIcons = false;
			const env = createBodyNotes({
				file,
				firstLine,
				isMdx: /\.mdx$/i.test(file),
				words: translations[languageOf(file)] ?? words,
			});
			const html = markdown.render(rewritten(text, DIALECTS), env);
			const notes = notesOf(env);
			return {
				body: {
					parts: splitAtGaps(html, notes.gaps),
					...(notes.title === undefined ? {} : { heading: notes.title }),
					headings: notes.headings,
					anchors: notes.anchors,
					mentions: notes.mentions,
				},
				problems: notes.problems.map((problem) => ({ file, ...problem })),
				showsSiteIcons,
				included: notes.included,
			};
		},
	};

	/** A page is parsed before its address is known: the names of its file and its folders say enough. */
	function languageOf(file: string): string {
		const suffix = /\.([\w-]+)\.mdx?$/i.exec(file)?.[1];
		const names = [...(suffix === undefined ? [] : [suffix]), ...file.split("/").slice(0, -1)];
		return names.find((name) => codes.includes(name)) ?? "";
	}

	function resolveIcon(name: string): string | undefined {
		if (name.startsWith(`${SITE_COLLECTION}:`)) showsSiteIcons = true;
		return options.resolveIcon(name);
	}
}

function splitAtGaps(html: string, gaps: readonly BodyReference[]): BodyPart[] {
	return html
		.split(GAP_MARK)
		.map((part, index) => (index % 2 === 0 ? part : (gaps[Number(part)] ?? "")));
}
