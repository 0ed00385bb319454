import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Environment } from "../../platform/env.ts";
import { isInside, realFolder } from "./files/folder-walk.ts";
import { decodeText, type FileReading, readRegularFile } from "./files/read-regular-file.ts";
import { GONE_AFTER_MS, SETTLED_AFTER_MS, type Settling } from "./files/stability-tracker.ts";
import { lookOfSite } from "./look-of-site.ts";
import { parseSiteConfig, SITE_CONFIG_FILE } from "./parse-site-config.ts";
import type { Problem } from "./problem.ts";
import { compileRouteRules, REDIRECTS_FILE, type RouteRules } from "./route-rules.ts";
import { type CodeNames, type SiteConfig, SiteConfigError } from "./site-config.ts";

/** Settings of the site as a whole, and the texts that they come from. */
export interface SiteSettingsReading {
	readonly config: SiteConfig;
	readonly routeRules: RouteRules;
	/** Source texts of the settings; `undefined` without such a file. */
	readonly configText: string | undefined;
	readonly redirectsText: string | undefined;
	/** Configuration from `site.yaml` and the environment, without style sheet and code. */
	readonly parsed: SiteConfig;
	/** Text of the operator's style sheet. */
	readonly stylesText: string | undefined;
	/** Problems of files that became unusable: their last valid version stays in use. */
	readonly problems: readonly Problem[];
}

export interface ReadSettingsOptions {
	/** The real path of the site folder. */
	readonly root: string;
	readonly environment: Environment;
	readonly previous: SiteSettingsReading | undefined;
	readonly settling: Settling;
	/** Replaces the text of `site.yaml`; absent: the file is read. */
	readonly configText?: string | undefined;
	/** Modules of the site folder that pages may use; absent: the folder runs no code. */
	readonly code?: CodeNames | undefined;
}

/**
 * Reads `site.yaml` and `_redirects`. An unusable file becomes a problem, and its last valid version
 * stays in use. Unchanged settings stay the same objects.
 *
 * @throws {SiteConfigError} When a file is unusable and has no previous version.
 */
export function readSettings(options: ReadSettingsOptions): SiteSettingsReading {
	const { previous, environment } = options;
	const problems: Problem[] = [];
	const configText = options.configText ?? textOf(SITE_CONFIG_FILE, previous?.configText);
	const parsed =
		previous !== undefined && configText === previous.configText
			? previous.parsed
			: lastGoodOnError(previous?.parsed, () => parseSiteConfig(configText ?? "", environment));
	const stylesText = readStyles(parsed.settings.styles);
	const { code } = options;
	const isSame =
		parsed === previous?.parsed &&
		stylesText === previous.stylesText &&
		isDeepStrictEqual(code, previous.config.markdown.code);
	const config = isSame
		? previous.config
		: {
				...parsed,
				look: lookOfSite(parsed.settings, parsed.public.basePath, stylesText),
				markdown: code === undefined ? parsed.markdown : { ...parsed.markdown, code },
			};
	return {
		config,
		...rulesOf(config, textOf(REDIRECTS_FILE, previous?.redirectsText)),
		// A refused text is not stored, so that every look parses it again until it is fixed.
		configText: parsed === previous?.parsed ? previous.configText : configText,
		parsed,
		stylesText,
		problems,
	};

	/** A missing style sheet is a problem and not an error: the site is readable without it. */
	function readStyles(name: string | undefined): string | undefined {
		if (name === undefined) return undefined;
		const last = name === previous?.parsed.settings.styles ? previous.stylesText : undefined;
		const message = `"styles" names no file: "${name}"`;
		const before = problems.length;
		const text = textOf(name, last, "optional");
		const isMissing = text === undefined && problems.length === before;
		if (isMissing) problems.push({ file: SITE_CONFIG_FILE, message });
		return text;
	}

	/** @param last The previous text. */
	function textOf(name: string, last: string | undefined, need?: "optional"): string | undefined {
		const text = lastGoodOnError(last, () => readSiteText(options.root, name), need);
		if (previous === undefined || text === last) return text;
		const forMs = text === undefined || text === "" ? GONE_AFTER_MS : SETTLED_AFTER_MS;
		return options.settling.isSettled(name, text ?? "gone", forMs) ? text : last;
	}

	function lastGoodOnError<Value>(
		last: Value | undefined,
		read: () => Value,
		need?: "optional",
	): Value {
		try {
			return read();
		} catch (error) {
			const isFirst = previous === undefined && need !== "optional";
			if (!(error instanceof SiteConfigError) || isFirst) throw error;
			problems.push(...error.problems);
			// `last` is from the previous reading, or the value is optional.
			return last as Value;
		}
	}

	function compiled({ routeRules }: SiteConfig, redirectsText: string | undefined) {
		return { routeRules: compileRouteRules(routeRules, redirectsText), redirectsText };
	}

	function rulesOf(used: SiteConfig, text: string | undefined) {
		if (previous === undefined) return compiled(used, text);
		const { routeRules, redirectsText } = previous;
		const last = { routeRules, redirectsText };
		if (used === previous.config && text === redirectsText) return last;
		const next = compiled(used, text);
		// If the file had problems before, its author accepts them: its valid lines apply.
		const hadProblems = problemsOfRedirects(routeRules).length > 0;
		const hasProblems = problemsOfRedirects(next.routeRules).length > 0;
		if (text === redirectsText || hadProblems || !hasProblems) return next;
		problems.push(...problemsOfRedirects(next.routeRules), {
			file: REDIRECTS_FILE,
			message: "The previous version of the file is used until these problems are fixed",
		});
		return used === previous.config ? last : compiled(used, redirectsText);
	}
}

function problemsOfRedirects({ problems }: RouteRules): readonly Problem[] {
	return problems.filter(({ file }) => file === REDIRECTS_FILE);
}

/** Enough for 10,000 route rules. */
const MAX_BYTES = 4_000_000;

/**
 * Loads the configuration of a site folder; a folder without `site.yaml` has the defaults.
 *
 * @throws {SiteConfigError} When the file or the environment is unusable.
 */
export function loadSiteConfig(siteFolder: string, environment: Environment): SiteConfig {
	return parseSiteConfig(readSiteText(realFolder(siteFolder), SITE_CONFIG_FILE) ?? "", environment);
}

/**
 * Reads a text file directly in the site folder.
 *
 * @returns `undefined` without such a file.
 * @throws {SiteConfigError} When the file exists and is unusable.
 */
function readSiteText(root: string, name: string): string | undefined {
	const reading = readInside(root, name);
	if (reading.kind === "absent") return undefined;
	if (reading.kind === "refused") throw unusable(name, reading.rule);
	const text = decodeText(reading.bytes);
	if (text.kind === "refused") throw unusable(name, text.rule);
	return text.text.replace(/^\uFEFF/, "");
}

function readInside(root: string, name: string): FileReading {
	let realPath: string;
	try {
		realPath = realpathSync(join(root, name));
	} catch {
		// No such file, or a dangling link.
		return { kind: "absent" };
	}
	if (!isInside(root, realPath)) {
		return { kind: "refused", rule: "must not be a link that leads out of the site folder" };
	}
	return readRegularFile(realPath, { maxBytes: MAX_BYTES });
}

function unusable(file: string, rule: string): SiteConfigError {
	return new SiteConfigError([{ file, message: `The file ${rule}` }]);
}
