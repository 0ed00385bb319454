import * as z from "zod";
import { brokenRule, type Environment, readVariable } from "../../platform/env.ts";
import { LOOK_SETTINGS } from "../../platform/settings/look-settings.ts";
import {
	isSetting,
	listSettings,
	type NamedSetting,
	type SettingsTable,
} from "../../platform/settings/setting.ts";
import {
	SITE_FILE_SETTINGS,
	type SiteSettings,
} from "../../platform/settings/site-file-settings.ts";
import { isRecord } from "../../shared/is-record.ts";
import { pickWords } from "../../shared/page/words.ts";
import { BODY_WORDS } from "../i18n/browser-words.ts";
import { FRAME_WORDS, frameWords } from "../i18n/frame-words.ts";
import { contrastProblems, lookOfSite, ownColors } from "./look-of-site.ts";
import { ENVIRONMENT_FILE, type Problem } from "./problem.ts";
import {
	type BrokenRule,
	placeSite,
	publicConfig,
	publicVariables,
	resolveAnalytics,
} from "./public-config-of-site.ts";
import { closestName, problemsOfIssues, unknownKey, valueAt } from "./schema-problems.ts";
import { type SiteConfig, SiteConfigError } from "./site-config.ts";
import { parseYaml, type YamlSource } from "./yaml-source.ts";

export const SITE_CONFIG_FILE = "site.yaml";

const SETTINGS = listSettings(SITE_FILE_SETTINGS);

const LENIENT_SETTINGS = listSettings(LOOK_SETTINGS);

const SCHEMA = schemaOf(SITE_FILE_SETTINGS);

function schemaOf(table: SettingsTable): z.ZodType {
	const shape = Object.entries(table).map(([name, entry]) => [
		name,
		isSetting(entry) ? entry.schema : schemaOf(entry).prefault({}),
	]);
	return z.strictObject(Object.fromEntries(shape));
}

/**
 * Reads the configuration of the site: the file, with overrides from the environment.
 *
 * @param text The content of `site.yaml`; empty without the file.
 * @throws {SiteConfigError} When a setting outside the look is wrong. Lists all mistakes of the schema.
 */
export function parseSiteConfig(text: string, environment: Environment): SiteConfig {
	const source = parseYaml(SITE_CONFIG_FILE, text);
	if (source.problems.length > 0) throw new SiteConfigError(source.problems);
	const { overrides, ...variables } = readOverrides(environment);
	const given = overrides.reduce<unknown>(
		(file, { path, text: variable }) => setAt(file, path, variable),
		source.value ?? {},
	);
	const { value, problems: lookProblems } = leaveOutMistakes(given, source);
	const reading = SCHEMA.safeParse(value);
	const problems = [
		...variables.problems,
		...problemsOfIssues(reading.error?.issues ?? [], {
			file: SITE_CONFIG_FILE,
			source,
			value,
			knownKeys,
		}),
	];
	if (problems.length > 0) throw new SiteConfigError(problems);
	// The schema and the type come from the same table.
	const written = reading.data as SiteSettings;
	const settings = inMainLanguage(written);
	const place = placeSite(settings);
	if (place.problem !== undefined) {
		throw new SiteConfigError([settingProblem(place.problem, source, overrides)]);
	}
	const look = lookOfSite(settings, place.basePath, undefined);
	return {
		public: {
			...publicConfig(settings, place, {
				look: look.frame,
				analytics: resolveAnalytics(settings, environment),
			}),
			...publicVariables(environment),
		},
		settings,
		markdown: {
			...settings.markdown,
			anchors: settings.anchors,
			words: pickWords(look.look.words, BODY_WORDS),
			translations: Object.fromEntries(
				settings.locales.slice(1).map(({ code, words }) => [code, pickWords(words, BODY_WORDS)]),
			),
		},
		editions: { locales: settings.locales, versions: settings.versions },
		routeRules: Object.entries(settings.routeRules).map(([pattern, rule]) => ({
			...{ pattern, rule, file: SITE_CONFIG_FILE },
			line: source.positionOfKey(["routeRules", pattern]).line,
		})),
		look,
		problems: [
			...lookProblems,
			...variables.lookProblems,
			...misspelledWords(written, source),
			...contrastProblems(ownColors(settings.theme)).map((broken) =>
				settingProblem(broken, source, overrides),
			),
		],
	};
}

/** Reports near misses of words of the frame. Other words are allowed: they may be for own pages. */
function misspelledWords({ words, locales }: SiteSettings, source: YamlSource): Problem[] {
	const places = [
		{ at: ["words"], given: words },
		...locales.map((locale, index) => ({ at: ["locales", index, "words"], given: locale.words })),
	];
	return places.flatMap(({ at, given }) =>
		Object.keys(given)
			.filter((word) => !FRAME_WORDS.has(word) && closestName(word, FRAME_WORDS) !== undefined)
			.map((word) =>
				unknownKey({ file: SITE_CONFIG_FILE, source, knownKeys: () => FRAME_WORDS }, [...at, word]),
			),
	);
}

/** Completes the words of each language. The site gets the locale and words of the main language. */
function inMainLanguage(settings: SiteSettings): SiteSettings {
	const [main, ...others] = settings.locales;
	if (main === undefined) return settings;
	const words = { ...settings.words, ...main.words };
	return {
		...settings,
		locale: main.code,
		words,
		locales: [{ ...main, words }, ...others].map((locale) => ({
			...locale,
			words: frameWords(locale.code, locale.words),
		})),
	};
}

/**
 * Removes wrong settings of the look: a mistake in a footer must not prevent the start of a site.
 */
function leaveOutMistakes(
	given: unknown,
	source: YamlSource,
): { readonly value: unknown; readonly problems: readonly Problem[] } {
	const problems: Problem[] = [];
	let value = given;
	for (const { name, schema } of LENIENT_SETTINGS) {
		const path = name.split(".");
		const own = valueAt(given, path);
		if (own === undefined) continue;
		const issues = schema.safeParse(own).error?.issues ?? [];
		if (issues.length === 0) continue;
		const placed = issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
		const checked = { file: SITE_CONFIG_FILE, source, value: given, knownKeys };
		problems.push(...problemsOfIssues(placed, checked));
		value = setAt(value, path, undefined);
	}
	return { value, problems };
}

interface Override {
	readonly setting: NamedSetting;
	readonly path: readonly string[];
	/** Absent: the default applies. */
	readonly text: string | undefined;
}

/** Reads variables that override settings. For a wrong variable of the look, the default applies. */
function readOverrides(environment: Environment) {
	const overrides: Override[] = [];
	const problems: Problem[] = [];
	const lookProblems: Problem[] = [];
	for (const setting of SETTINGS) {
		const variable = readVariable(setting, environment);
		if (variable === undefined) continue;
		const override = { setting, path: setting.name.split(".") };
		if ("value" in variable) {
			overrides.push({ ...override, text: variable.text });
			continue;
		}
		const problem = { file: ENVIRONMENT_FILE, message: variable.problem };
		if (LENIENT_SETTINGS.every(({ name }) => name !== setting.name)) problems.push(problem);
		else {
			lookProblems.push(problem);
			overrides.push({ ...override, text: undefined });
		}
	}
	return { overrides, problems, lookProblems };
}

/** @returns A copy with the leaf at the path; a value that is not a map is returned unchanged. */
function setAt(value: unknown, [key, ...rest]: readonly string[], leaf: unknown): unknown {
	if (key === undefined) return leaf;
	if (value !== undefined && value !== null && !isRecord(value)) return value;
	return { ...value, [key]: setAt(value?.[key], rest, leaf) };
}

function knownKeys(path: readonly PropertyKey[]): Set<string> {
	const prefix = path.map((key) => `${String(key)}.`).join("");
	const below = SETTINGS.filter(({ name }) => name.startsWith(prefix));
	return new Set(below.map(({ name }) => name.slice(prefix.length).split(".", 1)[0] ?? ""));
}

/** Locates a mistake: the variable if it overrides the setting, else the line of the file. */
function settingProblem(
	{ path, rule, given }: BrokenRule,
	source: YamlSource,
	overrides: readonly Override[],
): Problem {
	const key = path.join(".");
	const override = overrides.find(({ setting }) => setting.name === key);
	if (override !== undefined) {
		return {
			file: ENVIRONMENT_FILE,
			message: brokenRule(override.setting, rule, override.text ?? ""),
		};
	}
	return {
		file: SITE_CONFIG_FILE,
		...source.positionOf([...path]),
		message: `"${key}" ${rule}${given === undefined ? "" : `: current value is "${given}"`}`,
	};
}
