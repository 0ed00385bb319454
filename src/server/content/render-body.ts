import type { MarkdownIt } from "markdown-it";
import MarkdownParser from "markdown-it";
import abbreviations from "markdown-it-abbr";
import emphasisBesideCjk from "markdown-it-cjk-friendly";
import definitionLists from "markdown-it-deflist";
import { full as emoji } from "markdown-it-emoji";
import footnotes from "markdown-it-footnote";
import insertions from "markdown-it-ins";
import marks from "markdown-it-mark";
import subscripts from "markdown-it-sub";
import superscripts from "markdown-it-sup";
import type { Words } from "../../shared/page/words.ts";
import { SITE_COLLECTION } from "../../shared/theme/icons.ts";
import { DIALECTS } from "./dialects/dialects.ts";
import {
	type BodyPart,
	type BodyReference,
	createBodyNotes,
	GAP_MARK,
	leftOut,
	notesOf,
	type ParsedBody,
} from "./markdown/body-notes.ts";
import { codeBlocks } from "./markdown/code/code-blocks.ts";
import { diagrams } from "./markdown/code/diagrams.ts";
import { type ReadInclude, rewritten } from "./markdown/dialect.ts";
import { alerts, callouts } from "./markdown/directives/callout.ts";
import { containers } from "./markdown/directives/containers.ts";
import { flagBlocks } from "./markdown/directives/flag-block.ts";
import { componentKey } from "./markdown/directives/site-component.ts";
import { tabs } from "./markdown/directives/tabs.ts";
import { contentsMarks, headings } from "./markdown/headings.ts";
import { attributeLists, hiddenMarkup } from "./markdown/hidden-markup.ts";
import { authorHtml } from "./markdown/html/author-html.ts";
import { icons } from "./markdown/icons.ts";
import { includes } from "./markdown/includes.ts";
import { type CheckIsland, islands } from "./markdown/islands.ts";
import { math } from "./markdown/math.ts";
import { references } from "./markdown/references.ts";
import { removeComments } from "./markdown/remove-comments.ts";
import { markup } from "./markdown/rules.ts";
import { slips } from "./markdown/slips.ts";
import { tables, taskLists } from "./markdown/tables.ts";
import type { Problem } from "./problem.ts";
import type { AnchorStyle, CodeNames } from "./site-config.ts";

export interface RenderedBody {
	readonly body: ParsedBody;
	readonly problems: readonly Problem[];
	/** Whether the body uses a drawing of the site folder, which can change without the page. */
	readonly showsSiteIcons: boolean;
	/** Stamps of included files, by file of the site folder; the stamp of a missing file is empty. */
	readonly included: ReadonlyMap<string, string>;
}

/** Renders the bodies of pages. Create it once, because the setup of a Markdown parser is expensive. */
export interface BodyRenderer {
	/** @param firstLine Line of the file on which the text starts. */
	render(file: string, text: string, firstLine: number): RenderedBody;
}

export interface BodyRendererOptions extends MarkdownOptions {
	/** Words that the renderer adds in the main language, by their English form; absent: English. */
	readonly words?: Words;
	/** These words in the other languages, by language code; absent: there is one language. */
	readonly translations?: Readonly<Record<string, Words>>;
}

export function createBodyRenderer({
	words,
	translations = {},
	...options
}: BodyRendererOptions): BodyRenderer {
	const codes = Object.keys(translations);
	const components = new Map(
		(options.code?.components ?? []).map((name) => [componentKey(name), name] as const),
	);
	let showsSiteIcons = false;
	const markdown = createMarkdown({ ...options, resolveIcon });
	return {
		render(file, text, firstLine) {
			showsSiteIcons = false;
			const env = createBodyNotes({
				file,
				firstLine,
				isMdx: /\.mdx$/i.test(file),
				components,
				words: translations[languageOf(file)] ?? words,
			});
			const notes = notesOf(env);
			const shown = removeComments(text, (mark, offset) => {
				const message = `Comment "${mark}" has no end: all text below it is left out`;
				notes.problems.push({ line: firstLine + linesBefore(text, offset), message });
			});
			const html = markdown.render(rewritten(shown, DIALECTS), env);
			return {
				body: {
					parts: splitAtGaps(html, notes.gaps),
					heading: notes.title,
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

	/** Reads the language from file and folder names, because a page has no path at this time. */
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

function linesBefore(text: string, offset: number): number {
	return text.slice(0, offset).split("\n").length - 1;
}

function splitAtGaps(html: string, gaps: readonly BodyReference[]): BodyPart[] {
	return html
		.split(GAP_MARK)
		.map((part, index) => (index % 2 === 0 ? part : (gaps[Number(part)] ?? "")));
}

interface MarkdownOptions {
	/** Whether HTML that the policy of pages permits is rendered; otherwise it is shown as text. */
	readonly html: boolean;
	/** Generator whose heading ids are used; absent: GitHub. */
	readonly anchors?: AnchorStyle;
	/** @returns The markup of an icon, or `undefined` if no collection has it. */
	readonly resolveIcon: (name: string) => string | undefined;
	/** Reads files that pages include; absent: no file is included. */
	readonly readInclude?: ReadInclude;
	/** Modules of the site folder that pages may use; absent: the folder runs no code. */
	readonly code?: CodeNames | undefined;
	/** @returns The mistake in an island's name or props, as a sentence, or `undefined`. */
	readonly checkIsland: CheckIsland;
}

/** Levels. Deeper content is left out, so that hostile nesting ends quickly. */
const MAX_NESTING = 60;

/** Creates the parser for page bodies: CommonMark with extensions of GitHub, dialects and our own. */
function createMarkdown(options: MarkdownOptions): MarkdownIt {
	const { html, anchors = "github", resolveIcon, checkIsland, readInclude } = options;
	const markdown = new MarkdownParser({ html, linkify: true, maxNesting: MAX_NESTING })
		.use(bareUrls)
		.use(emphasisBesideCjk)
		.use(footnotes)
		.use(definitionLists)
		.use(abbreviations)
		.use(marks)
		.use(insertions)
		.use(subscripts)
		.use(superscripts)
		// No shortcuts: a colon and a bracket in text about code must not become a smile.
		.use(emoji, { shortcuts: {} })
		.use(math)
		.use(attributeLists)
		.use(references)
		.use(callouts)
		.use(flagBlocks)
		.use(containers)
		.use((parser) => {
			for (const { addRules } of DIALECTS) addRules?.(parser, { html });
		})
		.use(tabs)
		.use(leftOut)
		.use(markup)
		.use(includes, { readInclude, dialects: DIALECTS })
		.use(alerts)
		.use(contentsMarks)
		.use(taskLists)
		.use(headings, { anchors })
		.use(codeBlocks)
		.use(diagrams)
		.use(tables)
		.use(icons, resolveIcon)
		.use(islands, { checkIsland })
		.use(slips);
	return html
		? markdown.use(authorHtml, { anchors, dialects: DIALECTS })
		: markdown.use(hiddenMarkup);
}

/** Links text with a scheme or `www.`, as GitHub does. `README.md` would look like a host in Moldova. */
function bareUrls({ linkify }: MarkdownIt): void {
	linkify.set({ fuzzyLink: false, fuzzyEmail: true });
	linkify.add("//", null);
	linkify.add("ftp:", null);
	linkify.add("www.", {
		validate: (text, position) =>
			/^[\w-]+(?:\.[\w-]+)+(?:\/[^\s<>"']*[\w/])?/.exec(text.slice(position))?.[0].length ?? 0,
		normalize: (match) => {
			match.url = `https://${match.text}`;
		},
	});
}
