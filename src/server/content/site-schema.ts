import * as z from "zod";
import { INGEST_PATH } from "../../shared/analytics.ts";
import { DEFAULT_CANONICAL_QUERY } from "../../shared/page/head.ts";

const text = z.string({ error: "must be text" });

const flag = z.boolean({ error: "must be true or false" });

const webUrl = text.refine(isWebUrl, {
	error: "must be a URL that starts with http:// or https://, without user, query and hash",
});

const linkTarget = text.refine(isLinkTarget, {
	error:
		"must be a path that starts with a slash, or a URL that starts with https://, http:// or mailto:",
});

const serviceAddress = text.refine((value) => isSitePath(value) || isWebUrl(value), {
	error: "must be a path that starts with a slash, or a URL that starts with http:// or https://",
});

const locale = text.refine(isLocale, { error: "must be a language tag such as en or pt-BR" });

const basePath = text.refine(
	(value) => value === "/" || /^(?:\/[\w.~-]*[\w~-][\w.~-]*)+\/?$/.test(value),
	{
		error: "must start with a slash and consist of letters, digits and - . _ ~",
	},
);

const account = text.regex(/^@?\w{1,30}$/, {
	error: "must be the name of an account, such as @example",
});

const socialLink = z.strictObject({
	label: text.min(1, { error: "must not be empty" }),
	url: linkTarget,
	icon: text.regex(/^[\w-]+:[\w-]+$/, { error: "must be like lucide:rocket" }).optional(),
});

/** The shape of `site.yaml`, with every default. */
export const siteSchema = z.strictObject({
	name: text.default("Loggia"),
	url: webUrl.optional(),
	basePath: basePath.optional(),
	description: text.optional(),
	locale: locale.default("en"),
	titleSeparator: text.min(1, { error: "must not be empty" }).default("|"),
	social: z
		.strictObject({
			image: serviceAddress.optional(),
			twitter: z.strictObject({ site: account.optional(), creator: account.optional() }).optional(),
			links: z.array(socialLink).default([]),
		})
		.prefault({}),
	theme: z
		.strictObject({ primary: text.default("green"), gray: text.default("cool") })
		.prefault({}),
	colorMode: z
		.strictObject({ storage: z.enum(["localStorage", "sessionStorage"]).default("localStorage") })
		.prefault({}),
	canonical: z
		.strictObject({ query: z.array(text).default([...DEFAULT_CANONICAL_QUERY]) })
		.prefault({}),
	routeRules: z.record(z.string(), z.unknown()).default({}),
	analytics: z
		.strictObject({
			key: text.optional(),
			host: serviceAddress.default(INGEST_PATH),
			honorDoNotTrack: flag.default(true),
			consent: z.literal("required", { error: "must be required" }).optional(),
			banner: flag.default(false),
			webVitals: flag.default(false),
		})
		.prefault({}),
	icons: z.strictObject({ publicFallback: flag.default(true) }).prefault({}),
	freshness: z
		.strictObject({
			pollSeconds: z.coerce
				.number({ error: "must be a number of seconds" })
				.min(1, { error: "must be at least 1" })
				.max(86_400, { error: "must be at most 86400, a day" })
				.default(300),
			live: flag.default(false),
		})
		.prefault({}),
	http: z.strictObject({ baseUrl: serviceAddress.or(z.literal("")).default("") }).prefault({}),
	markdown: z.strictObject({ html: flag.default(false) }).prefault({}),
});

export type SiteSettings = z.infer<typeof siteSchema>;

function isWebUrl(value: string): boolean {
	if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
	const { username, password, search, hash } = new URL(value);
	return username + password + search + hash === "";
}

function isLinkTarget(value: string): boolean {
	return isSitePath(value) || (/^(?:https?|mailto):/i.test(value) && URL.canParse(value));
}

/** `//host` and `/\host` would lead to another origin. */
function isSitePath(value: string): boolean {
	return /^\/(?![/\\])/.test(value);
}

function isLocale(value: string): boolean {
	try {
		return Intl.getCanonicalLocales(value).length === 1;
	} catch {
		// A RangeError: not a well-formed tag.
		return false;
	}
}
