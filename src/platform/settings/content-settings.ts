import * as z from "zod";
import { flag, folderInSite, linkTarget, oneOf, text } from "./schemas.ts";
import type { SettingsTable } from "./setting.ts";

const contentFolder = z.strictObject({
	folder: folderInSite,
	at: text
		.regex(/^(?:\/[^/\s]+)*\/?$/, { error: "must be a path such as /docs" })
		.transform((path) => path.replace(/^\/|\/$/g, ""))
		.default(""),
	numbers: z.enum(["dot", "any"], { error: "must be dot or any" }).default("dot"),
	ending: z.literal("html", { error: "must be html" }).optional(),
});

/** A folder of pages, its URL path, and the rules that convert file names to paths. */
export type ContentFolder = z.infer<typeof contentFolder>;

/** Styles of heading ids, by the generator or host that the pages were written for. */
export const ANCHOR_STYLES = [
	"github",
	"vitepress",
	"mkdocs",
	"pymdownx",
	"docusaurus",
	"hugo",
	"nuxt",
	"gitbook",
] as const;

const NAVIGATION_ORDERS = ["title", "name", "first-page"] as const;

export type NavigationOrder = (typeof NAVIGATION_ORDERS)[number];

/** One entry of the sidebar: a page, a group, or the pages of a folder. */
export interface NavigationEntry {
	readonly title?: string | undefined;
	/** The file of the page, relative to the pages. */
	readonly page?: string | undefined;
	/** URL of another site, or a path without a page file. */
	readonly url?: string | undefined;
	readonly pages?: readonly NavigationEntry[] | undefined;
	/** Folder whose pages are all listed, in their own order. */
	readonly folder?: string | undefined;
	readonly collapsed?: boolean | undefined;
	/**
	 * Whether the entry is in the header, with its own sidebar. `continued`: its last page links to the
	 * first page of the next section. `hidden`: not in the header.
	 */
	readonly section?: boolean | "continued" | "hidden" | undefined;
}

export const navigationEntry: z.ZodType<NavigationEntry> = z.lazy(() =>
	z.union(
		[
			text.transform((page) => ({ page })),
			z.strictObject({
				title: text.optional(),
				page: text.optional(),
				url: linkTarget.optional(),
				pages: z.array(navigationEntry).optional(),
				folder: text.optional(),
				collapsed: flag.optional(),
				section: z.union([flag, z.enum(["continued", "hidden"])]).optional(),
			}),
		],
		{ error: "must be a page, or a map of title, page, url, pages, folder, collapsed and section" },
	),
);

/** Keys of `site.yaml` for the files and the order of pages. */
export const CONTENT_SETTINGS = {
	public: {
		schema: z.array(text, { error: "must be a list of patterns such as downloads/**" }).default([]),
		meaning:
			"Files beside pages that are served although no page refers to them, as patterns such as `downloads/**`",
	},
	content: {
		schema: z
			.union(
				[
					folderInSite.transform((folder): ContentFolder[] => [{ folder, at: "", numbers: "dot" }]),
					z.array(contentFolder),
				],
				{ error: "must be a folder, or a list of maps of folder, at, numbers and ending" },
			)
			.optional(),
		preset: "`pages`, or the site folder itself",
		meaning:
			"The folder of the pages, or a list of folders with the path `at` which each one is served; `ending: html` ends paths with `.html`",
	},
	paths: {
		schema: z
			.record(
				z.string(),
				text.regex(/^\/(?!\/)/, { error: "must be a path, such as /guide/install" }),
			)
			.default({}),
		meaning: "The paths of pages that differ from the names of their files, by file",
	},
	openapi: {
		schema: z
			.union(
				[
					text.transform((file) => ({ "/api": file })),
					z.record(z.string().regex(/^\/(?!\/)/, { error: "must be a path, such as /api" }), text),
				],
				{ error: "must be a file, or a map of paths and files" },
			)
			.default({}),
		meaning: "Descriptions of APIs, as files of OpenAPI: one for `/api`, or several by path",
	},
	publicFolder: {
		schema: folderInSite.default("public"),
		meaning: "The folder whose files are served as they are, such as `static`",
	},
	exclude: {
		schema: z.array(text, { error: "must be a list of patterns such as drafts/**" }).default([]),
		meaning: "Files that are neither pages nor served, as patterns relative to the site folder",
	},
	navigation: {
		schema: z.array(navigationEntry, { error: "must be a list of pages and groups" }).optional(),
		preset: "the folders",
		meaning: "The sections and sidebars, where they differ from the folders",
	},
	navigationOrder: {
		schema: oneOf(NAVIGATION_ORDERS).default("title"),
		meaning:
			"The order of pages without one of their own: `title`, or `name` of the file; `first-page` sorts by name, and each folder by its first page",
	},
	anchors: {
		schema: oneOf(ANCHOR_STYLES).default("github"),
		meaning: "The style of heading ids, so that links from elsewhere stay valid",
	},
	markdown: {
		html: {
			schema: flag.default(false),
			meaning:
				"Whether pages render the HTML that their policy permits; otherwise it is shown as text",
		},
	},
} as const satisfies SettingsTable;
