import type { Environment } from "../../platform/env.ts";
import { DEFAULT_PROJECT_KEY, INGEST_PATH } from "../../shared/analytics.ts";
import { resolveTheme } from "../../shared/appearance/theme.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import type { RouteRuleEntry } from "../../shared/routing/route-rules.ts";
import { ENVIRONMENT_FILE, type Problem } from "./problem.ts";
import { problemsOfIssues, ruleOf } from "./schema-problems.ts";
import { SETTINGS, type Setting } from "./settings.ts";
import { type SiteConfig, SiteConfigError } from "./site-config.ts";
import { type SiteSettings, siteSchema } from "./site-schema.ts";
import { parseYaml, type YamlSource } from "./yaml-source.ts";

export const SITE_CONFIG_FILE = "site.yaml";

/**
 * Reads the configuration of the site: the file, with the environment laid over it.
 *
 * @param text The content of `site.yaml`; empty when there is none.
 * @throws {SiteConfigError} When anything is wrong, with everything that is.
 */
export function parseSiteConfig(text: string, environment: Environment): SiteConfig {
	const source = parseYaml(SITE_CONFIG_FILE, text);
	if (source.problems.length > 0) throw new SiteConfigError(source.problems);
	const overrides = readOverrides(environment);
	const value = overrides.reduce(applyOverride, source.value ?? {});
	const reading = siteSchema.safeParse(value);
	if (!reading.success) {
		throw new SiteConfigError(describeIssues(reading.error.issues, { source, value, overrides }));
	}
	const { origin, basePath, problems } = placeSite(reading.data, source, overrides);
	if (problems.length > 0) throw new SiteConfigError(problems);
	const { theme, problems: themeProblems } = resolveTheme(reading.data.theme);
	const analytics = resolveAnalytics(reading.data.analytics, environment);
	const settings = { ...reading.data, theme, analytics };
	return {
		...toSiteConfig(settings, { origin, basePath }, source),
		problems: themeProblems.map(({ role, rule }) =>
			settingProblem(
				{ path: ["theme", role], rule, given: reading.data.theme[role] },
				source,
				overrides,
			),
		),
	};
}

interface Override {
	readonly setting: Setting;
	readonly variable: string;
	readonly path: readonly string[];
	readonly text: string;
}

function readOverrides(environment: Environment): Override[] {
	return SETTINGS.flatMap((setting) => {
		const { key, variable } = setting;
		if (variable === undefined) return [];
		// An empty variable means "the file's value", as for every other variable of ours.
		const text = environment[variable]?.trim() ?? "";
		return text === "" ? [] : [{ setting, variable, path: key.split("."), text }];
	});
}

/** @returns A copy with the override in its place; a file that is no map stays what it is. */
function applyOverride(value: unknown, { setting, path, text }: Override): unknown {
	return setAt(value, path, setting.kind === "flag" ? readFlag(text) : text);
}

function setAt(value: unknown, [key, ...rest]: readonly string[], leaf: unknown): unknown {
	if (key === undefined) return leaf;
	if (value !== undefined && value !== null && !isMap(value)) return value;
	return { ...value, [key]: setAt(value?.[key], rest, leaf) };
}

function isMap(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @returns The text itself when it is neither: the schema then says what is wrong with it. */
function readFlag(text: string): boolean | string {
	const lower = text.toLowerCase();
	if (["true", "1", "yes", "on"].includes(lower)) return true;
	return ["false", "0", "no", "off"].includes(lower) ? false : text;
}

type Issues = Parameters<typeof problemsOfIssues>[0];

interface Sources {
	readonly source: YamlSource;
	readonly value: unknown;
	readonly overrides: readonly Override[];
}

function describeIssues(issues: Issues, { source, value, overrides }: Sources): Problem[] {
	return issues.flatMap((issue) => {
		const override = overrides.find(({ path }) => path.join(".") === issue.path.join("."));
		if (override !== undefined) return [variableProblem(override, ruleOf(issue))];
		return problemsOfIssues([issue], { file: SITE_CONFIG_FILE, source, value, knownKeys });
	});
}

function variableProblem({ variable, text }: Override, rule: string): Problem {
	return { file: ENVIRONMENT_FILE, message: `${variable} ${rule}: current value is "${text}"` };
}

function knownKeys(path: readonly PropertyKey[]): Set<string> {
	const prefix = path.map((key) => `${String(key)}.`).join("");
	const below = SETTINGS.filter(({ key }) => key.startsWith(prefix));
	return new Set(below.map(({ key }) => key.slice(prefix.length).split(".", 1)[0] ?? ""));
}

interface SitePlace {
	readonly origin: string | undefined;
	readonly basePath: string;
}

/**
 * A URL with a path says two things at once: where the site is, and below which path it
 * lives. The base path decides; the URL may only repeat it or stand in for it.
 */
function placeSite(
	settings: SiteSettings,
	source: YamlSource,
	overrides: readonly Override[],
): SitePlace & { readonly problems: readonly Problem[] } {
	const url = settings.url === undefined ? undefined : new URL(settings.url);
	const pathOfUrl = withoutFinalSlash(url?.pathname ?? "");
	const basePath = settings.basePath && withoutFinalSlash(settings.basePath);
	const place = { origin: url?.origin, basePath: basePath ?? pathOfUrl };
	if (basePath === undefined || pathOfUrl === "" || pathOfUrl === basePath) {
		return { ...place, problems: [] };
	}
	const rule = `must have no path, or the base path "${basePath || "/"}"`;
	const problem = settingProblem({ path: ["url"], rule, given: settings.url }, source, overrides);
	return { ...place, problems: [problem] };
}

interface BrokenRule {
	readonly path: readonly string[];
	readonly rule: string;
	readonly given: string | undefined;
}

/** Points at the place that has to be mended: the variable if it decides, else the line of the file. */
function settingProblem(
	{ path, rule, given }: BrokenRule,
	source: YamlSource,
	overrides: readonly Override[],
): Problem {
	const key = path.join(".");
	const override = overrides.find(({ setting }) => setting.key === key);
	if (override !== undefined) return variableProblem(override, rule);
	return {
		file: SITE_CONFIG_FILE,
		...source.positionOf([...path]),
		message: `"${key}" ${rule}: current value is "${given}"`,
	};
}

function withoutFinalSlash(path: string): string {
	return path.replace(/\/+$/, "");
}

/**
 * The service behind `/ingest` is ours and has a key by itself, so it counts out of the box;
 * a key that is empty on purpose holds.
 */
function resolveAnalytics(
	{ key, host, honorDoNotTrack, consent, banner, webVitals }: SiteSettings["analytics"],
	environment: Environment,
): PublicConfig["analytics"] {
	const isOurs = host === INGEST_PATH && (environment["ANALYTICS_UPSTREAM"]?.trim() ?? "") !== "";
	return {
		key: key ?? (isOurs ? DEFAULT_PROJECT_KEY : ""),
		host,
		honorDoNotTrack,
		// Written into every document: what is not switched on is left out.
		...(consent === undefined ? {} : { consent }),
		...(banner ? { banner } : {}),
		...(webVitals ? { webVitals } : {}),
	};
}

type ResolvedSettings = Omit<SiteSettings, "analytics"> & Pick<PublicConfig, "analytics">;

function toSiteConfig(
	settings: ResolvedSettings,
	place: SitePlace,
	source: YamlSource,
): Omit<SiteConfig, "problems"> {
	return {
		public: publicConfig(settings, place),
		markdown: settings.markdown,
		routeRules: routeRuleEntries(settings.routeRules, source),
		icons: settings.icons,
	};
}

function publicConfig(settings: ResolvedSettings, { origin, basePath }: SitePlace): PublicConfig {
	const { image, twitter, links } = settings.social;
	return {
		name: settings.name,
		url: origin,
		basePath,
		description: settings.description,
		locale: settings.locale,
		titleSeparator: settings.titleSeparator,
		canonicalQuery: settings.canonical.query,
		image: image?.startsWith("/") ? basePath + image : image,
		twitter,
		colorMode: settings.colorMode,
		theme: settings.theme,
		icons: settings.icons,
		http: settings.http,
		analytics: settings.analytics,
		freshness: {
			pollSeconds: settings.freshness.pollSeconds,
			...(settings.freshness.live ? { live: true } : {}),
		},
		social: links.map((link) => ({
			...link,
			url: link.url.startsWith("/") ? basePath + link.url : link.url,
		})),
	};
}

function routeRuleEntries(
	rules: Readonly<Record<string, unknown>>,
	source: YamlSource,
): RouteRuleEntry[] {
	return Object.entries(rules).map(([pattern, rule]) => ({
		pattern,
		rule,
		file: SITE_CONFIG_FILE,
		line: source.positionOfKey(["routeRules", pattern]).line,
	}));
}
