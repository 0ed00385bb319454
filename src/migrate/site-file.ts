import { stringify } from "yaml";
import { listSettings } from "../platform/settings/setting.ts";
import { SITE_FILE_SETTINGS } from "../platform/settings/site-file-settings.ts";
import { parseSiteConfig } from "../server/content/parse-site-config.ts";
import { SiteConfigError } from "../server/content/site-config.ts";
import { PRIMARY_COLORS } from "../shared/theme/theme.ts";
import type { AdoptedSettings, Adoption } from "./adoption.ts";
import type { KeptAddresses } from "./check-addresses.ts";

/** Each attempt removes one refused key. */
const MAX_ATTEMPTS = 12;

/** Writes settings as the text of a `site.yaml` that the server accepts, and lists the refused keys. */
export function siteFileText(
	{ generator, evidence, settings }: Adoption,
	{ paths, redirects }: KeptAddresses = { paths: new Map(), redirects: new Map() },
) {
	const found: Readonly<Record<string, unknown>> = {
		...valuesOf(settings, redirects),
		paths: paths.size === 0 ? undefined : Object.fromEntries(paths),
	};
	const values = new Map(
		KEYS.flatMap((key) => (found[key] === undefined ? [] : [[key, found[key]] as const])),
	);
	const refusedKeys: string[] = [];
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
		const head = `# Written by "adopt" out of ${evidence} (${generator}). Change it as you like.\n`;
		const text = head + stringify(Object.fromEntries(values), { lineWidth: 0 });
		const wrong = wrongKey(text);
		if (wrong === undefined) return { text, refusedKeys };
		values.delete(wrong);
		refusedKeys.push(wrong);
	}
	return { text: "", refusedKeys };
}

function valuesOf(
	settings: AdoptedSettings,
	redirects: ReadonlyMap<string, string>,
): Record<string, unknown> {
	const { repository, primary, exclude, publicFolder, locale, headerLinks, navigation } = settings;
	const rules = Array.from(redirects, ([from, to]) => [from, { redirect: { to, status: 301 } }]);
	const color =
		typeof primary === "string" ? PRIMARY_COLORS.find((name) => name === primary) : primary;
	return {
		...settings,
		locale: settings.locales === undefined ? locale?.replace("_", "-") : undefined,
		logo: logoOf(settings),
		header: headerLinks?.length ? { links: headerLinks } : undefined,
		social:
			repository === undefined
				? undefined
				: { links: [{ label: hostOf(repository), url: repository }] },
		theme: color === undefined ? undefined : { primary: color },
		publicFolder: publicFolder === "public" ? undefined : publicFolder,
		exclude: exclude?.length ? exclude : undefined,
		navigation: navigation?.length ? navigation : undefined,
		markdown: { html: true },
		routeRules: rules.length === 0 ? undefined : Object.fromEntries(rules),
	};
}

function logoOf({ logo, isNameShown }: AdoptedSettings): unknown {
	if (logo === undefined || isNameShown !== true) return logo;
	const pair = typeof logo === "string" ? { light: logo, dark: logo } : logo;
	return { ...pair, withName: true };
}

function hostOf(url: string): string {
	if (!URL.canParse(url)) return "Repository";
	const { hostname } = new URL(url);
	return hostname === "github.com" ? "GitHub" : hostname;
}

const KEYS = [
	...new Set(listSettings(SITE_FILE_SETTINGS).map(({ name }) => name.split(".", 1)[0] ?? "")),
];

/** @returns The first top-level key that the server refuses. */
function wrongKey(text: string): string | undefined {
	try {
		parseSiteConfig(text, {});
		return undefined;
	} catch (error) {
		if (!(error instanceof SiteConfigError)) throw error;
		const { line = 1 } = error.problems[0] ?? {};
		const above = text.split("\n").slice(0, line).toReversed();
		return above.map((one) => /^"?([a-zA-Z]+)"?:/.exec(one)?.[1]).find((key) => key !== undefined);
	}
}
