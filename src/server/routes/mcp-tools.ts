import * as z from "zod";
import type { Snapshot } from "../authorization/snapshot.ts";
import type { Page } from "../content/pages/page.ts";
import { resultsIn, type SiteSearch } from "../search/site-search.ts";
import type { DiscoverableSection } from "../seo/discoverable-sections.ts";

/** The result of a tool. */
export interface ToolAnswer {
	readonly text: string;
	/** The model may retry with other arguments. */
	readonly isError?: boolean;
}

export interface McpSources {
	readonly snapshot: () => Snapshot;
	/** Absent: this site has no search. */
	readonly search?: Pick<SiteSearch, "search"> | undefined;
	/** The pages that machines may read. */
	readonly sections: () => readonly DiscoverableSection[];
	readonly markdownOf: (page: Page) => string | undefined;
}

interface Tool {
	readonly name: string;
	readonly description: string;
	readonly schema: z.ZodType;
	readonly call: (sources: McpSources, words: unknown) => ToolAnswer | Promise<ToolAnswer>;
}

/** Pages in one answer; a model requests more with an offset. */
const PAGES_AT_ONCE = 200;

/** Characters of a page in one answer; a model requests more with an offset. */
const CHARACTERS_AT_ONCE = 40_000;

const SEARCH = z.object({
	query: z.string().min(1).max(200).describe("Search query: words, or a phrase in quotes"),
	section: z.string().max(500).optional().describe("Path of a folder to search in, such as /guide"),
});

const READ = z.object({
	path: z.string().max(2000).describe("Path of a page, such as /guide/install"),
	offset: z.int().min(0).optional().describe("Offset at which to continue reading, in characters"),
});

const LIST = z.object({
	folder: z.string().max(2000).optional().describe("Path of a folder, such as /guide"),
	offset: z.int().min(0).optional().describe("Offset at which to continue the list"),
});

/** The tools read pages that every visitor may see, and change nothing. */
const TOOLS: readonly Tool[] = [
	{
		name: "search",
		description: "Search the pages of this site, best matches first.",
		schema: SEARCH,
		call: reads(SEARCH, search),
	},
	{
		name: "read_page",
		description: "Read a page of this site as Markdown.",
		schema: READ,
		call: reads(READ, readPage),
	},
	{
		name: "list_pages",
		description: "List the pages of this site with path, title and description.",
		schema: LIST,
		call: reads(LIST, listPages),
	},
];

/** The result of `tools/list`. */
export const TOOL_LIST: readonly object[] = TOOLS.map(({ name, description, schema }) => {
	const { $schema: _, ...inputSchema } = z.toJSONSchema(schema);
	const annotations = { readOnlyHint: true, openWorldHint: false };
	return { name, description, inputSchema, annotations };
});

/** @returns `undefined` when there is no such tool. */
export async function callTool(
	sources: McpSources,
	name: string,
	words: unknown,
): Promise<ToolAnswer | undefined> {
	return TOOLS.find((one) => one.name === name)?.call(sources, words);
}

function reads<Words>(
	schema: z.ZodType<Words>,
	answer: (sources: McpSources, words: Words) => ToolAnswer | Promise<ToolAnswer>,
): Tool["call"] {
	return (sources, words) => {
		const reading = schema.safeParse(words);
		return reading.success
			? answer(sources, reading.data)
			: mistake(z.prettifyError(reading.error));
	};
}

async function search(
	{ search: siteSearch, snapshot }: McpSources,
	{ query, section }: z.infer<typeof SEARCH>,
): Promise<ToolAnswer> {
	const answer = await siteSearch?.search({ text: query, section }, snapshot());
	if (answer === undefined) return mistake("Search is not available now. Try again in a moment.");
	const results = resultsIn(answer);
	if (results.length === 0) return { text: "No page was found. Try fewer or other words." };
	const parts = results.map(({ title, url, sections }) => {
		const places = sections.map(({ heading, url: place, excerpt }) => {
			const name = heading === undefined ? "" : `${heading.text} (${place}): `;
			return `- ${name}${excerpt.text}`;
		});
		return `## ${title.text}\n${url}\n${places.join("\n")}`;
	});
	return { text: parts.join("\n\n") };
}

function readPage(sources: McpSources, { path, offset = 0 }: z.infer<typeof READ>): ToolAnswer {
	const page = pagesOf(sources).find((candidate) => candidate.path === path);
	const text = page && sources.markdownOf(page);
	if (text === undefined) {
		return mistake("There is no page at this path. Use search or list_pages.");
	}
	const part = text.slice(offset, offset + CHARACTERS_AT_ONCE);
	const next = offset + part.length;
	if (next >= text.length) return { text: part };
	return { text: `${part}\n\n[The page continues: read it with offset ${next}.]` };
}

function listPages(sources: McpSources, { folder, offset = 0 }: z.infer<typeof LIST>): ToolAnswer {
	const inside = pagesOf(sources).filter(
		({ path }) => folder === undefined || path === folder || path.startsWith(`${folder}/`),
	);
	const part = inside.slice(offset, offset + PAGES_AT_ONCE);
	const { name } = sources.snapshot().revision.config.public;
	const lines = part.map(({ path, title, frontMatter: { description } }) => {
		return `- ${path}: ${title || name}${description === undefined ? "" : ` (${description})`}`;
	});
	const next = offset + part.length;
	if (part.length === 0) return { text: "There is no page." };
	if (next < inside.length) lines.push(`[There are more pages: list them with offset ${next}.]`);
	return { text: lines.join("\n") };
}

function pagesOf({ sections }: McpSources): readonly Page[] {
	return sections().flatMap(({ pages }) => pages);
}

function mistake(text: string): ToolAnswer {
	return { text, isError: true };
}
