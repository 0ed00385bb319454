import type { Environment } from "../../platform/env.ts";
import { GONE_AFTER_MS, SETTLED_AFTER_MS, type Settling } from "./files/settling.ts";
import { readSiteText } from "./load-site-config.ts";
import { parseSiteConfig, SITE_CONFIG_FILE } from "./parse-site-config.ts";
import type { Problem } from "./problem.ts";
import { compileRouteRules, REDIRECTS_FILE, type RouteRules } from "./route-rules.ts";
import { type SiteConfig, SiteConfigError } from "./site-config.ts";

/** What the site folder says about the site as a whole. */
export interface SiteSettingsReading {
	readonly config: SiteConfig;
	readonly routeRules: RouteRules;
	/** The texts that these were made of; `undefined` without such a file. */
	readonly configText: string | undefined;
	readonly redirectsText: string | undefined;
	/** Of files that have changed for the worse: what they said before holds. */
	readonly problems: readonly Problem[];
}

export interface ReadSettingsOptions {
	/** The real path of the site folder. */
	readonly root: string;
	readonly environment: Environment;
	readonly previous: SiteSettingsReading | undefined;
	readonly settling: Settling;
}

/**
 * Reads `site.yaml` and `_redirects`. One that cannot be used keeps its last good version
 * and becomes a problem; what has not changed stays the very same values.
 *
 * @throws {SiteConfigError} When one cannot be used and there is no version before it.
 */
export function readSettings(options: ReadSettingsOptions): SiteSettingsReading {
	const { previous } = options;
	const problems: Problem[] = [];
	const configText = keepOnError(previous?.configText, () => textOf(SITE_CONFIG_FILE));
	const config = keepOnError(previous?.config, () =>
		previous !== undefined && configText === previous.configText
			? previous.config
			: parseSiteConfig(configText ?? "", options.environment),
	);
	const redirectsText = keepOnError(previous?.redirectsText, () => textOf(REDIRECTS_FILE));
	// What was refused is read again at every look, until it is mended.
	const usedConfigText = config === previous?.config ? previous.configText : configText;
	const { routeRules, redirectsText: usedRedirectsText } = rulesOf(config, redirectsText);
	return {
		config,
		routeRules,
		configText: usedConfigText,
		redirectsText: usedRedirectsText,
		problems,
	};

	function textOf(name: "site.yaml" | "_redirects"): string | undefined {
		const text = readSiteText(options.root, name);
		const last = name === SITE_CONFIG_FILE ? previous?.configText : previous?.redirectsText;
		if (previous === undefined || text === last) return text;
		const forMs = text === undefined || text === "" ? GONE_AFTER_MS : SETTLED_AFTER_MS;
		return options.settling.isSettled(name, text ?? "gone", forMs) ? text : last;
	}

	function keepOnError<Value>(last: Value | undefined, read: () => Value): Value {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof SiteConfigError) || previous === undefined) throw error;
			problems.push(...error.problems);
			// There is a previous reading, and this is a member of it.
			return last as Value;
		}
	}

	function rulesOf(
		used: SiteConfig,
		text: string | undefined,
	): Pick<SiteSettingsReading, "routeRules" | "redirectsText"> {
		if (previous === undefined) return compiled(used, text);
		if (used === previous.config && text === previous.redirectsText) return previous;
		const next = compiled(used, text);
		if (text === previous.redirectsText || !isWorse(next.routeRules, previous.routeRules)) {
			return next;
		}
		problems.push(...problemsOfRedirects(next.routeRules));
		return used === previous.config ? previous : compiled(used, previous.redirectsText);
	}
}

function compiled(
	{ routeRules: entries }: SiteConfig,
	redirectsText: string | undefined,
): Pick<SiteSettingsReading, "routeRules" | "redirectsText"> {
	return { routeRules: compileRouteRules(entries, redirectsText), redirectsText };
}

/** A file that had its problems before is the author's way of working: its good lines count. */
function isWorse(next: RouteRules, previous: RouteRules): boolean {
	return problemsOfRedirects(next).length > 0 && problemsOfRedirects(previous).length === 0;
}

function problemsOfRedirects({ problems }: RouteRules): readonly Problem[] {
	return problems.filter(({ file }) => file === REDIRECTS_FILE);
}
