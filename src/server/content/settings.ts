/** One value of `site.yaml`, and how the environment can give it instead. */
export interface Setting {
	/** The key, with dots between levels. */
	readonly key: string;
	/** The variable that wins over the file; absent for what no environment changes. */
	readonly variable?: string;
	/** What holds without both, as one would write it in YAML. */
	readonly default: string;
	readonly meaning: string;
	/** How the text of the variable becomes a value; text when absent. */
	readonly kind?: "flag";
}

/** Every value of `site.yaml`; the tables in the documentation are tested against this one. */
export const SETTINGS: readonly Setting[] = [
	{
		key: "name",
		variable: "SITE_NAME",
		default: "Loggia",
		meaning: "The name of the site, in the header and after every title",
	},
	{
		key: "url",
		variable: "SITE_URL",
		default: "none",
		meaning: "Where the site is reached, such as https://example.org; canonical links need it",
	},
	{
		key: "basePath",
		variable: "BASE_PATH",
		default: "none",
		meaning: "The path below which the whole site lives, such as /docs",
	},
	{
		key: "description",
		variable: "SITE_DESCRIPTION",
		default: "none",
		meaning: "Describes pages that do not describe themselves, for search engines and previews",
	},
	{
		key: "locale",
		variable: "SITE_LOCALE",
		default: "en",
		meaning: "The language of the site, as a BCP 47 tag such as pt-BR",
	},
	{
		key: "titleSeparator",
		variable: "SITE_TITLE_SEPARATOR",
		default: '"|"',
		meaning: "Stands between a page's title and the name of the site",
	},
	{
		key: "social.image",
		variable: "SITE_IMAGE",
		default: "none",
		meaning: "The image of link previews: a URL, or a path of the site",
	},
	{
		key: "social.twitter.site",
		default: "none",
		meaning: "The account of the site, such as @example",
	},
	{
		key: "social.twitter.creator",
		default: "none",
		meaning: "The account of the author, such as @example",
	},
	{
		key: "social.links",
		default: "[]",
		meaning: "Links to profiles and repositories, each with label, url and, if wanted, icon",
	},
	{
		key: "theme.primary",
		variable: "THEME_PRIMARY",
		default: "green",
		meaning: "The accent colour, by its name in Tailwind",
	},
	{
		key: "theme.gray",
		variable: "THEME_GRAY",
		default: "cool",
		meaning: "The neutral colour, by its name in Tailwind",
	},
	{
		key: "colorMode.storage",
		default: "localStorage",
		meaning: "Where a visitor's choice of light or dark is kept: localStorage or sessionStorage",
	},
	{
		key: "canonical.query",
		default: "[page, sort, filter, search, q, category, tag]",
		meaning: "The query parameters that make a different page in canonical links",
	},
	{
		key: "routeRules",
		default: "{}",
		meaning: "Redirects and headers by pattern of path",
	},
	{
		key: "analytics.key",
		variable: "POSTHOG_KEY",
		default: "none",
		meaning:
			"The project API key; without one, that of the service behind /ingest, or nothing is counted",
	},
	{
		key: "analytics.host",
		variable: "POSTHOG_HOST",
		default: "/ingest",
		meaning: "Where events go: a path of the site, or the URL of a service",
	},
	{
		key: "analytics.honorDoNotTrack",
		variable: "ANALYTICS_HONOR_DO_NOT_TRACK",
		default: "true",
		meaning: "Whether Do Not Track and Global Privacy Control switch analytics off",
		kind: "flag",
	},
	{
		key: "analytics.consent",
		variable: "ANALYTICS_CONSENT",
		default: "none",
		meaning: "With required, nothing is fetched or sent for analytics before a visitor agrees",
	},
	{
		key: "analytics.banner",
		variable: "ANALYTICS_BANNER",
		default: "false",
		meaning: "Whether the site itself asks for the consent that is required",
		kind: "flag",
	},
	{
		key: "analytics.webVitals",
		variable: "ANALYTICS_WEB_VITALS",
		default: "false",
		meaning: "Whether to measure how fast pages are for visitors",
		kind: "flag",
	},
	{
		key: "icons.publicFallback",
		variable: "ICONS_PUBLIC_FALLBACK",
		default: "true",
		meaning:
			"Whether browsers may ask the public Iconify service for icons that the site cannot give",
		kind: "flag",
	},
	{
		key: "freshness.pollSeconds",
		variable: "FRESHNESS_POLL_SECONDS",
		default: "300",
		meaning: "How often an open tab asks whether a newer version of the app is live, in seconds",
	},
	{
		key: "freshness.live",
		variable: "LIVE_UPDATES",
		default: "false",
		meaning:
			"Whether every open tab shows new content at once, and not only those opened with ?live",
		kind: "flag",
	},
	{
		key: "http.baseUrl",
		variable: "HTTP_BASE_URL",
		default: "none",
		meaning: "What the app's own calls are relative to; without it, the site itself",
	},
	{
		key: "markdown.html",
		default: "false",
		meaning: "Whether HTML in pages passes as it is; otherwise it is shown as text",
	},
];
