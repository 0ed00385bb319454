import * as z from "zod";
import { INGEST_PATH, MEASURED } from "../../shared/analytics.ts";
import { DEFAULT_CANONICAL_QUERY } from "../../shared/page/head.ts";
import { CONTENT_SETTINGS, navigationEntry } from "./content-settings.ts";
import { LOOK_SETTINGS, link } from "./look-settings.ts";
import {
	accessByPath,
	basePath,
	commaList,
	flag,
	GIT_NAME,
	languageTag,
	nonEmptyText,
	oneOf,
	pathOrWebUrl,
	pathOrWebUrlOrNone,
	projectKeyOrNone,
	text,
	webUrl,
	wholeNumber,
} from "./schemas.ts";
import type { SettingsTable, ValuesOf } from "./setting.ts";

const account = text.regex(/^@?\w{1,30}$/, {
	error: "must be the name of an account, such as @example",
});

const localeEntry = z.strictObject({
	code: languageTag,
	label: nonEmptyText,
	words: z.record(z.string(), nonEmptyText).default({}),
	navigation: z.array(navigationEntry).optional(),
});

const versionEntry = z.strictObject({
	name: text.regex(/^(?!\.)[\w.-]+$/, { error: "must be the name of a folder, such as v1" }),
	label: nonEmptyText,
	tag: text.regex(GIT_NAME, { error: "must be the name of a tag, such as v1.4.0" }).optional(),
	indexed: z.boolean({ error: "must be true or false" }).default(false),
	path: text.regex(/^(?:\/[^/\s]+)+$/, { error: "must be a path, such as /docs/v1" }).optional(),
});

function areDifferent(names: readonly string[]): boolean {
	return new Set(names).size === names.length;
}

/** Every key of `site.yaml`. */
export const SITE_FILE_SETTINGS = {
	name: {
		variable: "SITE_NAME",
		schema: text.max(200, { error: "must not be longer than 200 characters" }).default("Loggia"),
		meaning: "The name of the site, in the header and after every title",
		isPublic: true,
	},
	url: {
		variable: "SITE_URL",
		schema: webUrl.optional(),
		meaning: "The address of the site, such as `https://example.org`; canonical links need it",
		isPublic: true,
	},
	basePath: {
		variable: "BASE_PATH",
		schema: basePath.optional(),
		meaning: "The base path of the whole site, such as `/docs`",
		isPublic: true,
	},
	description: {
		variable: "SITE_DESCRIPTION",
		schema: text.optional(),
		meaning: "The default description of pages, for search engines and previews",
		isPublic: true,
	},
	locale: {
		variable: "SITE_LOCALE",
		schema: languageTag.default("en"),
		meaning: "The language of the site, as a BCP 47 tag such as `pt-BR`",
		isPublic: true,
	},
	locales: {
		schema: z
			.array(localeEntry, { error: "must be a list of code and label" })
			.refine((locales) => areDifferent(locales.map(({ code }) => code.toLowerCase())), {
				error: "must not have a code twice",
			})
			.default([]),
		meaning:
			"The languages of the site, each with code, label and, optionally, `words` and `navigation`; the main language is first. Default: one language",
	},
	versions: {
		schema: z
			.array(versionEntry, { error: "must be a list of name and label" })
			.refine((versions) => areDifferent(versions.map(({ name }) => name)), {
				error: "must not have a name twice",
			})
			.default([]),
		meaning:
			"The versions of the documentation, each with name, label and, if search engines may list it, `indexed`, the newest first; `path` is where its pages are, such as `/docs/v1` for those of `/docs`; with `tag`, the pages come from that tag of `SITE_GIT`",
	},
	titleSeparator: {
		variable: "SITE_TITLE_SEPARATOR",
		schema: nonEmptyText.default("|"),
		meaning: "The text between a page's title and the name of the site",
		isPublic: true,
	},
	social: {
		image: {
			variable: "SITE_IMAGE",
			schema: pathOrWebUrl.optional(),
			meaning: "The image of link previews: a URL, or a path of the site",
			isPublic: true,
		},
		twitter: {
			site: {
				schema: account.optional(),
				meaning: "The account of the site, such as `@example`",
				isPublic: true,
			},
			creator: {
				schema: account.optional(),
				meaning: "The account of the author, such as `@example`",
				isPublic: true,
			},
		},
		links: {
			schema: z.array(link).default([]),
			meaning: "Links to profiles and repositories, each with label, url and an optional icon",
			isPublic: true,
		},
	},
	...LOOK_SETTINGS,
	colorMode: {
		storage: {
			schema: z.enum(["localStorage", "sessionStorage"]).default("localStorage"),
			meaning:
				"Where the browser stores a visitor's color mode: `localStorage` or `sessionStorage`",
			isPublic: true,
		},
	},
	canonical: {
		query: {
			schema: z.array(text).default([...DEFAULT_CANONICAL_QUERY]),
			meaning: "The query parameters that canonical links include",
			isPublic: true,
		},
	},
	robots: {
		disallow: {
			schema: z
				.array(text.regex(/^\/[^\s#]*$/, { error: "must be a path, such as /drafts/" }))
				.default([]),
			meaning: "Paths that `robots.txt` disallows for crawlers",
		},
		aiCrawlers: {
			variable: "ROBOTS_AI_CRAWLERS",
			schema: flag.default(true),
			meaning: "Whether `robots.txt` allows crawlers that collect text for language models",
		},
	},
	mcp: {
		variable: "SITE_MCP",
		schema: flag.default(true),
		meaning: "Whether language models may search and read the site at `/mcp`",
	},
	access: {
		editors: {
			schema: z.array(text).default([]),
			meaning:
				"Groups whose members see the problems of the site, with `?live`; these problems also name private pages",
		},
		identify: {
			schema: flag.default(false),
			meaning:
				"Whether analytics receives id, name and mail address of visitors who have signed in",
			isPublic: true,
		},
		paths: {
			schema: accessByPath.default({}),
			meaning:
				"Readers by path pattern: `public`, `signed-in`, or a list of groups; the narrower pattern wins",
		},
	},
	routeRules: {
		schema: z.record(z.string(), z.unknown()).default({}),
		meaning: "Redirects and headers by path pattern",
	},
	analytics: {
		key: {
			variable: "POSTHOG_KEY",
			schema: projectKeyOrNone.optional(),
			preset: "`phc_loggia`, if the site has an `ANALYTICS_UPSTREAM`",
			meaning: "The project API key; without it, the site sends no events",
			isPublic: true,
			mayBeFile: true,
		},
		host: {
			variable: "POSTHOG_HOST",
			schema: pathOrWebUrl.default(INGEST_PATH),
			meaning: "Where events go: a path of the site, or the URL of a service",
			isPublic: true,
		},
		honorDoNotTrack: {
			variable: "ANALYTICS_HONOR_DO_NOT_TRACK",
			schema: flag.default(true),
			meaning: "Whether Do Not Track and Global Privacy Control switch analytics off",
			isPublic: true,
		},
		consent: {
			variable: "ANALYTICS_CONSENT",
			schema: z.literal("required", { error: "must be required" }).optional(),
			meaning: "With `required`, nothing is fetched or sent for analytics before a visitor agrees",
			isPublic: true,
		},
		banner: {
			variable: "ANALYTICS_BANNER",
			schema: flag.default(false),
			meaning: "Whether the site itself asks for the consent that is required",
			isPublic: true,
		},
		identity: {
			variable: "ANALYTICS_IDENTITY",
			schema: z.literal("browser", { error: "must be browser" }).optional(),
			meaning:
				"With `browser`, the site's client stores an id in the visitor's browser, and visitors are counted by this id",
			isPublic: true,
		},
		webVitals: {
			variable: "ANALYTICS_WEB_VITALS",
			schema: flag.default(false),
			meaning: "Whether to measure how fast pages are for visitors",
			isPublic: true,
		},
		measure: {
			variable: "ANALYTICS_MEASURE",
			schema: commaList.pipe(z.array(oneOf(MEASURED))).default([]),
			preset: "none",
			meaning:
				"Additional measurements of a visit: `engagement` (time and scroll depth of pages), `links` (outbound links and downloads), `errors` (of scripts); comma-separated in the variable",
			isPublic: true,
		},
	},
	icons: {
		publicFallback: {
			variable: "ICONS_PUBLIC_FALLBACK",
			schema: flag.default(true),
			meaning:
				"Whether browsers may ask the public Iconify service for icons that the site does not have",
			isPublic: true,
		},
	},
	freshness: {
		pollSeconds: {
			variable: "FRESHNESS_POLL_SECONDS",
			schema: wholeNumber({ min: 1, max: 86_400 }).default(300),
			meaning: "How often an open tab checks for a newer build, in seconds",
			isPublic: true,
		},
		live: {
			variable: "LIVE_UPDATES",
			schema: flag.default(false),
			meaning:
				"Whether every open tab shows new content at once, and not only those opened with `?live`",
			isPublic: true,
		},
	},
	http: {
		baseUrl: {
			variable: "HTTP_BASE_URL",
			schema: pathOrWebUrlOrNone.default(""),
			meaning: "The base URL of your own code's calls to other APIs. Default: the site itself",
			isPublic: true,
		},
	},
	...CONTENT_SETTINGS,
} as const satisfies SettingsTable;

/** Values of `site.yaml` with the overrides of the environment, in the shape of the table of settings. */
export type SiteSettings = ValuesOf<typeof SITE_FILE_SETTINGS>;
