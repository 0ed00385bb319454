import * as z from "zod";
import { brokenRule, type Environment, readVariable } from "../../platform/env.ts";
import {
	isSetting,
	listSettings,
	type NamedSetting,
	type SettingsTable,
	type ValuesOf,
} from "../../platform/settings/setting.ts";
import { SITE_FILE_SETTINGS } from "../../platform/settings/site-file-settings.ts";
import { DEFAULT_PROJECT_KEY, INGEST_PATH } from "../../shared/analytics.ts";
import { resolveTheme } from "../../shared/appearance/theme.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import type { RouteRuleEntry } from "../../shared/routing/route-rules.ts";
import { ENVIRONMENT_FILE, type Problem } from "./problem.ts";
import { problemsOfIssues } from "./schema-problems.ts";
import { type SiteConfig, SiteConfigError } from "./site-config.ts";
import { parseYaml, type YamlSource } from "./yaml-source.ts";

export const SITE_CONFIG_FILE = "site.yaml";

type SiteSettings = ValuesOf<typeof SITE_FILE_SETTINGS>;

const SETTINGS = listSettings(SITE_FILE_SETTINGS);

const SCHEMA = schemaOf(SITE_FILE_SETTINGS);

function schemaOf(table: SettingsTable): z.ZodType {
	const shape = Object.entries(table).map(([name, entry]) => [
		name,
		isSetting(entry) ? entry.schema : schemaOf(entry).prefault({}),
	]);
	return z.strictObject(Object.fromEntries(shape));
}

/**
 * Reads the configuration of the site: the file, with the environment laid over it.
 *
 * @param text The content of `site.yaml`; empty when there is none.
 * @throws {SiteConfigError} When anything is wrong, with everything that is.
 */
export function parseSiteConfig(text: string, environment: Environment): SiteConfig {
	const source = parseYaml(SITE_CONFIG_FILE, text);
	if (source.problems.length > 0) throw new SiteConfigError(source.problems);
	const { overrides, problems: variableProblems } = readOverrides(environment);
	const value = overrides.reduce<unknown>(
		(file, { path, text: given }) => setAt(file, path, given),
		source.value ?? {},
	);
	const reading = SCHEMA.safeParse(value);
	const problems = [
		...variableProblems,
		...problemsOfIssues(reading.error?.issues ?? [], {
			file: SITE_CONFIG_FILE,
			source,
			value,
			knownKeys,
		}),
	];
	if (problems.length > 0) throw new SiteConfigError(problems);
	// The schema was made of the table that the type is made of.
	const settings = reading.data as SiteSettings;
	const place = placeSite(settings);
	if (place.problem !== undefined) {
		throw new SiteConfigError([settingProblem(place.problem, source, overrides)]);
	}
	const { theme, problems: themeProblems } = resolveTheme(settings.theme);
	return {
		public: publicConfig(settings, place, {
			theme,
			analytics: resolveAnalytics(settings.analytics, environment),
		}),
		publicFiles: settings.public,
		layout: {
			...(settings.content === undefined ? {} : { content: settings.content }),
			publicFolder: settings.publicFolder,
			exclude: settings.exclude,
		},
		...(settings.navigation === undefined ? {} : { navigation: settings.navigation }),
		navigationOrder: settings.navigationOrder,
		markdown: { ...settings.markdown, anchors: settings.anchors },
		robots: settings.robots,
		mcp: settings.mcp,
		routeRules: routeRuleEntries(settings.routeRules, source),
		icons: settings.icons,
		problems: themeProblems.map(({ role, rule }) =>
			settingProblem(
				{ path: ["theme", role], rule, given: settings.theme[role] },
				source,
				overrides,
			),
		),
	};
}

interface Override {
	readonly setting: NamedSetting;
	readonly path: readonly string[];
	readonly text: string;
}

/** A variable that is wrong is reported and leaves the file's value in its place. */
function readOverrides(environment: Environment): {
	readonly overrides: readonly Override[];
	readonly problems: readonly Problem[];
} {
	const overrides: Override[] = [];
	const problems: Problem[] = [];
	for (const setting of SETTINGS) {
		const variable = readVariable(setting, environment);
		if (variable.kind === "problem") {
			problems.push({ file: ENVIRONMENT_FILE, message: variable.problem });
		} else if (variable.kind === "value") {
			overrides.push({ setting, path: setting.name.split("."), text: variable.text });
		}
	}
	return { overrides, problems };
}

/** @returns A copy with the value in its place; a file that is no map stays what it is. */
function setAt(value: unknown, [key, ...rest]: readonly string[], leaf: unknown): unknown {
	if (key === undefined) return leaf;
	if (value !== undefined && value !== null && !isMap(value)) return value;
	return { ...value, [key]: setAt(value?.[key], rest, leaf) };
}

function isMap(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function knownKeys(path: readonly PropertyKey[]): Set<string> {
	const prefix = path.map((key) => `${String(key)}.`).join("");
	const below = SETTINGS.filter(({ name }) => name.startsWith(prefix));
	return new Set(below.map(({ name }) => name.slice(prefix.length).split(".", 1)[0] ?? ""));
}

interface SitePlace {
	readonly origin: string | undefined;
	readonly basePath: string;
	readonly problem?: BrokenRule;
}

/**
 * A URL with a path says two things at once: where the site is, and below which path it
 * lives. The base path decides; the URL may only repeat it or stand in for it.
 */
function placeSite({ url: given, basePath }: SiteSettings): SitePlace {
	const url = given === undefined ? undefined : new URL(given);
	const pathOfUrl = url?.pathname.replace(/\/+$/, "") ?? "";
	const place = { origin: url?.origin, basePath: basePath ?? pathOfUrl };
	if (basePath === undefined || pathOfUrl === "" || pathOfUrl === basePath) return place;
	const rule = `must have no path, or the base path "${basePath || "/"}"`;
	return { ...place, problem: { path: ["url"], rule, given } };
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
	const override = overrides.find(({ setting }) => setting.name === key);
	if (override !== undefined) {
		return { file: ENVIRONMENT_FILE, message: brokenRule(override.setting, rule, override.text) };
	}
	return {
		file: SITE_CONFIG_FILE,
		...source.positionOf([...path]),
		message: `"${key}" ${rule}: current value is "${given}"`,
	};
}

/**
 * The service behind `/ingest` is ours and has a key by itself, so it counts out of the box;
 * a key that is empty on purpose holds.
 */
function resolveAnalytics(
	{ key, host, honorDoNotTrack, consent, banner, identity, webVitals }: SiteSettings["analytics"],
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
		...(identity === undefined ? {} : { identity }),
		...(webVitals ? { webVitals } : {}),
	};
}

function publicConfig(
	settings: SiteSettings,
	{ origin, basePath }: SitePlace,
	resolved: Pick<PublicConfig, "analytics" | "theme">,
): PublicConfig {
	const { image, twitter, links } = settings.social;
	const { pollSeconds, live } = settings.freshness;
	return {
		...resolved,
		name: settings.name,
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
