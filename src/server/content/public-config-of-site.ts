import type { Environment } from "../../platform/env.ts";
import type { SiteSettings } from "../../platform/settings/site-file-settings.ts";
import { DEFAULT_PROJECT_KEY, INGEST_PATH } from "../../shared/analytics.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import { DEFAULT_THEME } from "../../shared/theme/theme.ts";
import { browserWords } from "../i18n/browser-words.ts";
import { frameWords } from "../i18n/frame-words.ts";

export interface SitePlace {
	readonly origin: string | undefined;
	readonly basePath: string;
	readonly problem?: BrokenRule;
}

/**
 * Reads origin and base path of the site. The path of the URL is the default of the base path; if
 * both are set, they must be equal.
 */
export function placeSite({ url: given, basePath }: SiteSettings): SitePlace {
	const url = given === undefined ? undefined : new URL(given);
	const pathOfUrl = url?.pathname.replace(/\/+$/, "") ?? "";
	const place = { origin: url?.origin, basePath: basePath ?? pathOfUrl };
	if (basePath === undefined || pathOfUrl === "" || pathOfUrl === basePath) return place;
	const rule = `must have no path, or the base path "${basePath || "/"}"`;
	return { ...place, problem: { path: ["url"], rule, given } };
}

export interface BrokenRule {
	readonly path: readonly string[];
	readonly rule: string;
	/** Absent if the rule contains the value. */
	readonly given?: string | undefined;
}

/**
 * Our service behind `/ingest` has a default key, so analytics work without a setting. A key that
 * the settings leave empty on purpose stays empty.
 */
export function resolveAnalytics(
	{ analytics, access }: Pick<SiteSettings, "analytics" | "access">,
	environment: Environment,
): PublicConfig["analytics"] {
	const { key, host, honorDoNotTrack, measure, ...others } = analytics;
	const isOurs = host === INGEST_PATH && (environment["ANALYTICS_UPSTREAM"]?.trim() ?? "") !== "";
	return {
		key: key ?? (isOurs ? DEFAULT_PROJECT_KEY : ""),
		host,
		honorDoNotTrack,
		// Every document contains this, so options that are off are omitted.
		...definedOnly({
			consent: others.consent,
			banner: others.banner || undefined,
			identity: others.identity,
			knowsUsers: access.identify || undefined,
			webVitals: others.webVitals || undefined,
			measure: measure.length === 0 ? undefined : measure,
		}),
	};
}

export function publicConfig(
	settings: SiteSettings,
	{ origin, basePath }: SitePlace,
	resolved: Pick<PublicConfig, "analytics" | "look">,
): PublicConfig {
	const { image, twitter, links } = settings.social;
	const { pollSeconds, live } = settings.freshness;
	const { primary, gray } = settings.theme;
	const words = browserWords(frameWords(settings.locale, settings.words), {
		banner: resolved.analytics.banner,
		feedback: settings.feedback,
	});
	return {
		...resolved,
		name: settings.name,
		// A custom color has no palette name, so this is the default palette.
		theme: { primary: typeof primary === "string" ? primary : DEFAULT_THEME.primary, gray },
		url: origin,
		basePath,
		description: settings.description,
		locale: settings.locale,
		titleSeparator: settings.titleSeparator,
		canonicalQuery: settings.canonical.query,
		image: image?.startsWith("/") ? basePath + image : image,
		twitter: twitter.site === undefined && twitter.creator === undefined ? undefined : twitter,
		colorMode: settings.colorMode,
		icons: settings.icons,
		http: settings.http,
		freshness: { pollSeconds, ...(live ? { live } : {}) },
		...(Object.keys(words).length === 0 ? {} : { words }),
		social: links.map((link) => ({
			...link,
			url: link.url.startsWith("/") ? basePath + link.url : link.url,
		})),
	};
}

/** Every visitor can read these variables, without a new build. */
export function publicVariables(environment: Environment): Pick<PublicConfig, "env"> {
	const variables = Object.entries(environment).flatMap(([name, value]) =>
		name.startsWith("PUBLIC_") && value !== undefined ? [[name, value] as const] : [],
	);
	return variables.length === 0 ? {} : { env: Object.fromEntries(variables.toSorted()) };
}
