import * as z from "zod";
import { GRAY_COLORS, PRIMARY_COLORS } from "../../shared/theme/theme.ts";
import { flag, linkTarget, nonEmptyText, oneOf, text } from "./schemas.ts";
import type { SettingsTable } from "./setting.ts";

const filePath = text.regex(/^\/(?![/\\]).+$/, {
	error: "must be the path of a file of the site, such as /logo.svg",
});

const fileName = text.refine((name) => name !== "" && !/^\/|\\|(?:^|\/)\.\.?(?:\/|$)/.test(name), {
	error: "must be the name of a file in the site folder",
});

const color = text.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, {
	error: "must be a color such as #2563eb",
});

/** One color for both modes, or one color for each mode. */
const colorPair = z.union(
	[
		color.transform((both) => ({ light: both, dark: both })),
		z.strictObject({ light: color, dark: color }),
	],
	{ error: "must be a color such as #2563eb, or one each for light and dark" },
);

const icon = text.regex(/^[\w-]+:[\w-]+$/, { error: "must be like lucide:rocket" });

export const link = z.strictObject({ label: nonEmptyText, url: linkTarget, icon: icon.optional() });

const headerLink = z.union(
	[
		link,
		z.strictObject({
			label: nonEmptyText,
			links: z.array(link).min(1, { error: "must not be empty" }),
		}),
	],
	{ error: "must have label and url, or label and links" },
);

const LINK_RELATIONS = (
	"alternate apple-touch-icon author dns-prefetch help icon license manifest mask-icon me " +
	"pgp-key pingback preconnect privacy-policy publisher search terms-of-service webmention"
).split(" ");

const attribute = z.union([text, z.number().transform(String)], { error: "must be text" });

const metaTag = z
	.strictObject({
		name: attribute.optional(),
		property: attribute.optional(),
		content: attribute,
		media: attribute.optional(),
	})
	.refine(({ name, property }) => (name === undefined) !== (property === undefined), {
		error: "must have either name or property",
	});

const linkTag = z.strictObject({
	rel: text.refine((rel) => LINK_RELATIONS.includes(rel), {
		error: `must be one of ${LINK_RELATIONS.join(", ")}`,
	}),
	href: linkTarget,
	type: attribute.optional(),
	sizes: attribute.optional(),
	title: attribute.optional(),
	color: attribute.optional(),
	hreflang: attribute.optional(),
});

const headTag = z.union([z.strictObject({ meta: metaTag }), z.strictObject({ link: linkTag })], {
	error:
		"must be a map of meta (name or property, and content) or of link (rel and href); scripts and styles have no place here",
});

const font = z.strictObject({
	family: text.regex(/^[\w][\w -]{0,60}$/, {
		error: "must be the name of a font, of letters, digits, spaces and hyphens",
	}),
	file: filePath,
	for: z
		.enum(["text", "headings", "code"], { error: "must be text, headings or code" })
		.default("text"),
	weight: z
		.union([z.int(), text])
		.transform(String)
		.refine((weight) => /^\d{1,4}(?: \d{1,4})?$/.test(weight), {
			error: "must be a weight such as 400, or a range such as 100 900",
		})
		.default("400"),
	style: z.enum(["normal", "italic"], { error: "must be normal or italic" }).default("normal"),
});

/** Roles of colors that a site can override in the palettes. */
const OWN_COLORS = ["background", "surface", "raised", "line", "text", "heading", "muted"] as const;

/** Settings of the site's appearance. An invalid setting is ignored and reported as a problem. */
export const LOOK_SETTINGS = {
	theme: {
		primary: {
			variable: "THEME_PRIMARY",
			schema: z
				.union([z.enum(PRIMARY_COLORS), colorPair], {
					error: `must be one of ${PRIMARY_COLORS.join(", ")}, a value such as #2563eb, or one each for light and dark`,
				})
				.default("green"),
			meaning:
				"The accent color: its name in Tailwind, a value such as `#2563eb`, or one each for `light` and `dark`",
			isPublic: true,
		},
		gray: {
			variable: "THEME_GRAY",
			schema: oneOf(GRAY_COLORS).default("cool"),
			meaning: "The neutral color, by its name in Tailwind",
			isPublic: true,
		},
		colors: {
			schema: z.partialRecord(z.enum(OWN_COLORS), colorPair).default({}),
			meaning: `Colors that replace those of the palette: ${OWN_COLORS.map((name) => `\`${name}\``).join(", ")}`,
		},
		radius: {
			schema: text
				.regex(/^\d{1,2}(?:\.\d{1,3})?(?:px|rem)$|^0$/, {
					error: "must be a length such as 0.5rem or 8px",
				})
				.optional(),
			preset: "`0.625rem`",
			meaning: "The radius of corners",
		},
	},
	logo: {
		schema: z
			.union(
				[
					filePath.transform((both) => ({ light: both, dark: both, withName: false })),
					z.strictObject({ light: filePath, dark: filePath, withName: flag.default(false) }),
				],
				{
					error:
						"must be the path of a file of the site, such as /logo.svg, or one each for light and dark",
				},
			)
			.optional(),
		meaning:
			"The image that replaces the name: the path of a file, or one each for `light` and `dark`, and `withName: true` to show the name as well",
		isPublic: true,
	},
	favicon: {
		schema: filePath.optional(),
		preset: "`/favicon.svg`, `.png` or `.ico`, else drawn",
		meaning: "The icon in the tabs of browsers: the path of a file",
	},
	header: {
		links: {
			schema: z.array(headerLink).default([]),
			meaning:
				"Links beside the sections, each with label, url and an optional icon; `links` instead of `url` makes a menu",
			isPublic: true,
		},
	},
	footer: {
		columns: {
			schema: z.array(z.strictObject({ title: nonEmptyText, links: z.array(link) })).default([]),
			meaning: "Columns of links below every page, each with title and links",
			isPublic: true,
		},
		text: {
			schema: text.optional(),
			preset: "name and description",
			meaning: "The last line of every page",
			isPublic: true,
		},
	},
	toc: {
		depth: {
			schema: z
				.union([z.literal(0), z.literal(2), z.literal(3)], { error: "must be 0, 2 or 3" })
				.default(3),
			meaning: "The deepest heading in the contents of a page; `0` shows no contents",
		},
	},
	breadcrumbs: {
		schema: flag.default(false),
		meaning: "Whether pages show the path of their folders",
	},
	feedback: {
		schema: flag.default(false),
		meaning:
			"Whether pages ask if they were helpful; the answers are events of the analytics service",
	},
	editLink: {
		schema: text
			.refine((url) => /^https?:\/\//.test(url) && url.includes("{file}"), {
				error: "must be a URL with {file} in it",
			})
			.optional(),
		meaning:
			"Where a page can be edited, with `{file}` for its file, such as `https://example.org/edit/main/{file}`",
	},
	lastUpdated: {
		schema: flag.default(false),
		meaning:
			"Whether pages show when they were last changed: from their files, or from git with `SITE_COMMIT_TIMES`",
	},
	banner: {
		schema: z.strictObject({ text: nonEmptyText, url: linkTarget.optional() }).optional(),
		meaning: "A line above every page: text and an optional url",
		isPublic: true,
	},
	fonts: {
		schema: z.array(font).default([]),
		meaning:
			"Fonts of the folder, each with family, file and, optionally, for (`text`, `headings`, `code`), weight and style",
	},
	styles: {
		schema: fileName.optional(),
		meaning: "A style sheet in the site folder, such as `theme.css`, after those of the site",
	},
	head: {
		schema: z.array(headTag).default([]),
		meaning: "Further tags of every head: a list of `meta` and `link`",
	},
	notFound: {
		schema: fileName.default("404.md"),
		meaning: "The Markdown file that is shown for missing pages",
	},
	words: {
		schema: z.record(z.string(), nonEmptyText).default({}),
		meaning: "Words of the frame that replace those of the language, by their English form",
		isPublic: true,
	},
} as const satisfies SettingsTable;
