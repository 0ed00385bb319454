import type { Page } from "../content/pages/page.ts";
import type { DiscoverableSection } from "../discovery/discoverable-sections.ts";
import { resultsIn, type SiteSearch } from "../search/site-search.ts";
import type { Snapshot } from "../visibility/snapshot.ts";
import type { McpServer } from "./answer-mcp.ts";
import { createMcpTools } from "./mcp-tools.ts";

export interface SiteMcpOptions {
	readonly snapshot: () => Snapshot;
	/** Absent: this site has no search. */
	readonly search?: Pick<SiteSearch, "search"> | undefined;
	readonly sections: () => readonly DiscoverableSection[];
	readonly markdownOf: (page: Page) => string | undefined;
}

/** @returns A function that returns the server, or `undefined` where the operator has switched it off. */
export function createSiteMcp(options: SiteMcpOptions): () => McpServer | undefined {
	const { snapshot, search, sections, markdownOf } = options;
	const pages = (): readonly Page[] => sections().flatMap((section) => section.pages);
	const tools = createMcpTools({
		async search(text, section) {
			const answer = await search?.search({ text, section }, snapshot());
			return answer && resultsIn(answer);
		},
		pages: () =>
			pages().map(({ path, title, frontMatter: { description } }) => ({
				...{ path, description },
				title: title === "" ? snapshot().revision.config.public.name : title,
			})),
		read(path) {
			const page = pages().find((candidate) => candidate.path === path);
			return page === undefined ? undefined : markdownOf(page);
		},
	});
	return () => {
		const { mcp, public: site } = snapshot().revision.config;
		if (!mcp) return undefined;
		const about = site.description === undefined ? "" : ` ${site.description}`;
		return { name: site.name, instructions: `The pages of ${site.name}.${about}`, tools };
	};
}
