import * as z from "zod";
import type { SearchResult } from "../../shared/search.ts";

/** The result of a tool. */
export interface ToolAnswer {
	readonly text: string;
	/** The model may try again with other arguments. */
	readonly isError?: boolean;
}

export interface McpTools {
	/** The result of `tools/list`. */
	readonly list: readonly object[];
	/** @returns `undefined` when there is no such tool. */
	readonly call: (
		name: string,
		words: Readonly<Record<string, unknown>>,
	) => Promise<ToolAnswer | undefined>;
}

/** A page of a list. */
export interface ListedPage {
	readonly path: string;
	readonly title: string;
	readonly description?: string | undefined;
}

export interface McpSources {
	/** @returns `undefined` while search is unavailable. */
	readonly search: (
		text: string,
		section: string | undefined,
	) => Promise<readonly SearchResult[] | undefined>;
	/** All pages that machines may know, in order. */
	readonly pages: () => readonly ListedPage[];
	/** @returns The Markdown of a page of the list. */
	readonly read: (path: string) => string | undefined;
}

/** Pages in one answer; a model requests more with an offset. */
const PAGES_AT_ONCE = 200;

/** Characters of a page in one answer; a model requests more with an offset. */
const CHARACTERS_AT_ONCE = 40_000;

const SEARCH = z.object({
	query: z.string().min(1).max(200).describe("What to look for: words, or a phrase in quotes"),
	section: z.string().max(500).optional().describe("Path of a folder to search in, such as /guide"),
});

const READ = z.object({
	path: z.string().max(2000).describe("Path of a page, such as /guide/install"),
	offset: z.int().min(0).optional().describe("Where to go on reading, in characters"),
});

const LIST = z.object({
	folder: z.string().max(2000).optional().describe("Path of a folder, such as /guide"),
	offset: z.int().min(0).optional().describe("Where to go on listing"),
});

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

const TOOLS = [
	toolOf("search", "Search the pages of this site, the best first.", SEARCH),
	toolOf("read_page", "Read a page of this site as Markdown.", READ),
	toolOf("list_pages", "List the pages of this site with path, title and description.", LIST),
];

/** Creates the tools of a site. They read pages that every visitor may see, and change nothing. */
export function createMcpTools(sources: McpSources): McpTools {
	return {
		list: TOOLS,
		async call(name, words) {
			switch (name) {
				case "search":
					return withWords(SEARCH, words, (given) => search(sources, given));
				case "read_page":
					return withWords(READ, words, (given) => readPage(sources, given));
				case "list_pages":
					return withWords(LIST, words, (given) => listPages(sources, given));
				default:
					return undefined;
			}
		},
	};
}

function toolOf(name: string, description: string, schema: z.ZodType): object {
	const { $schema: _, ...inputSchema } = z.toJSONSchema(schema);
	return { name, description, inputSchema, annotations: READ_ONLY };
}

function withWords<Words>(
	schema: z.ZodType<Words>,
	words: Readonly<Record<string, unknown>>,
	answer: (words: Words) => ToolAnswer | Promise<ToolAnswer>,
): ToolAnswer | Promise<ToolAnswer> {
	const reading = schema.safeParse(words);
	return reading.success ? answer(reading.data) : mistake(z.prettifyError(reading.error));
}

async function search(
	sources: McpSources,
	{ query, section }: z.infer<typeof SEARCH>,
): Promise<ToolAnswer> {
	const results = await sources.search(query, section);
	if (results === undefined) return mistake("Search is not available now. Try again in a moment.");
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
	const text = sources.read(path);
	if (text === undefined)
		return mistake("There is no page at this path. Use search or list_pages.");
	const part = text.slice(offset, offset + CHARACTERS_AT_ONCE);
	const next = offset + part.length;
	if (next >= text.length) return { text: part };
	return { text: `${part}\n\n[The page goes on: read it with offset ${next}.]` };
}

function listPages(sources: McpSources, { folder, offset = 0 }: z.infer<typeof LIST>): ToolAnswer {
	const inside = sources
		.pages()
		.filter(({ path }) => folder === undefined || path === folder || path.startsWith(`${folder}/`));
	const part = inside.slice(offset, offset + PAGES_AT_ONCE);
	const lines = part.map(({ path, title, description }) => {
		return `- ${path}: ${title}${description === undefined ? "" : ` (${description})`}`;
	});
	const next = offset + part.length;
	if (part.length === 0) return { text: "There is no page." };
	if (next < inside.length) lines.push(`[There are more: list them with offset ${next}.]`);
	return { text: lines.join("\n") };
}

function mistake(text: string): ToolAnswer {
	return { text, isError: true };
}
