import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Environment } from "../../platform/env.ts";
import { isInside, realFolder } from "./files/folder-walk.ts";
import { decodeText, type FileReading, readRegularFile } from "./files/read-regular-file.ts";
import { GONE_AFTER_MS, SETTLED_AFTER_MS, type Settling } from "./files/settling.ts";
import { lookOfSite } from "./look/look-of-site.ts";
import { parseSiteConfig, SITE_CONFIG_FILE } from "./parse-site-config.ts";
import type { Problem } from "./problem.ts";
import { compileRouteRules, REDIRECTS_FILE, type RouteRules } from "./route-rules.ts";
import { type CodeNames, type SiteConfig, SiteConfigError } from "./site-config.ts";

/** What the site folder says about the site as a whole. */
export interface SiteSettingsReading {
	readonly config: SiteConfig;
	readonly routeRules: RouteRules;
	/** The texts that these were made of; `undefined` without such a file. */
	readonly configText: string | undefined;
	readonly redirectsText: string | undefined;
	/** What `site.yaml` says by itself. */
	readonly parsed: SiteConfig;
	/** Of the operator's style sheet. */
	readonly stylesText: string | undefined;
	/** Of files that have changed for the worse: what they said before holds. */
	readonly problems: readonly Problem[];
}

export interface ReadSettingsOptions {
	/** The real path of the site folder. */
	readonly root: string;
	readonly environment: Environment;
	readonly previous: SiteSettingsReading | undefined;
	readonly settling: Settling;
	/** Stands for the file `site.yaml`; absent: it is read. */
	readonly configText?: string | undefined;
	/** What pages may use of the site folder's code; absent: the folder runs none. */
	readonly code?: CodeNames | undefined;
}

/**
 * Reads `site.yaml` and `_redirects`. One that cannot be used keeps its last good version
 * and becomes a problem; what has not changed stays the very same values.
 *
 * @throws {SiteConfigError} When one cannot be used and there is no version before it.
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
		// What was refused is read again at every look, until it is mended.
		configText: parsed === previous?.parsed ? previous.configText : configText,
		parsed,
		stylesText,
		problems,
	};

	/** A site without its own styles can be read as well. */
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

	/** @param last What it said before. */
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
			// There is a previous reading, and this is a member of it; or it may be absent.
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
		// A file that had its problems before is the author's way of working: its good lines count.
		const hadProblems = problemsOfRedirects(routeRules).length > 0;
		const hasProblems = problemsOfRedirects(next.routeRules).length > 0;
		if (text === redirectsText || hadProblems || !hasProblems) return next;
		problems.push(...problemsOfRedirects(next.routeRules), {
			file: REDIRECTS_FILE,
			message: "The file is used as it was before these problems, until they are mended",
		});
		return used === previous.config ? last : compiled(used, redirectsText);
	}
}

function problemsOfRedirects({ problems }: RouteRules): readonly Problem[] {
	return problems.filter(({ file }) => file === REDIRECTS_FILE);
}

/** Ten thousand route rules have room in it. */
const MAX_BYTES = 4_000_000;

/**
 * Loads the configuration of a site folder; one without `site.yaml` has the defaults.
 *
 * @throws {SiteConfigError} When the file or the environment cannot be used.
 */
export function loadSiteConfig(siteFolder: string, environment: Environment): SiteConfig {
	return parseSiteConfig(readSiteText(realFolder(siteFolder), SITE_CONFIG_FILE) ?? "", environment);
}

/**
 * Reads a text file that stands directly in the site folder.
 *
 * @returns `undefined` without such a file.
 * @throws {SiteConfigError} When there is one and it cannot be used.
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
		// No such file, or a link that leads nowhere.
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
