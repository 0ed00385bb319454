import { createHash } from "node:crypto";
import type { ANCHOR_STYLES } from "../../platform/settings/content-settings.ts";
import type { SiteSettings } from "../../platform/settings/site-file-settings.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import type { Words } from "../../shared/page/words.ts";
import type { RouteRuleEntry } from "../../shared/routing/route-rules.ts";
import { browserWords } from "../i18n/browser-words.ts";
import type { LookConfig } from "./look-of-site.ts";
import { type Problem, renderProblem } from "./problem.ts";
import type { Editions } from "./versions.ts";

/** Names of modules of the site folder: file names without extension. */
export interface CodeNames {
	readonly components: readonly string[];
	readonly islands: readonly string[];
}

/** The parsed and validated `site.yaml`, with the environment's overrides applied. */
export interface SiteConfig {
	/** Mistakes in values that a default has replaced: a wrong color must not take a site down. */
	readonly problems: readonly Problem[];
	/** The part that visitors may read. */
	readonly public: PublicConfig;
	/** Settings for the server only; words and languages are complete. */
	readonly settings: SiteSettings;
	readonly markdown: {
		/** Modules of the site folder that pages may use; absent: the folder runs no code. */
		readonly code?: CodeNames | undefined;
		/** Whether HTML in pages is rendered; otherwise it is shown as text. */
		readonly html: boolean;
		/** Generator whose heading ids are used. */
		readonly anchors: AnchorStyle;
		/** Words that the renderer adds to bodies in the main language, by their English form. */
		readonly words: Words;
		/** These words in the other languages, by language code. */
		readonly translations: Readonly<Record<string, Words>>;
	};
	readonly editions: Editions;
	readonly look: LookConfig;
	/** Rules in the order of the file, not yet checked and compiled. */
	readonly routeRules: readonly RouteRuleEntry[];
}

export type AnchorStyle = (typeof ANCHOR_STYLES)[number];

/** `site.yaml`, or a variable that overrides it, is unusable; the message lists every problem. */
export class SiteConfigError extends Error {
	readonly code = "SITE_CONFIG_INVALID";
	readonly problems: readonly Problem[];

	constructor(problems: readonly Problem[]) {
		const inOrder = problems.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
		super(`The site is not configured correctly\n${inOrder.map(renderProblem).join("\n")}`);
		this.name = "SiteConfigError";
		this.problems = inOrder;
	}
}

const known = new WeakMap<SiteConfig, string>();

/** Identifies a state of the settings, for tabs that follow the content. */
export function frameIdOf(config: SiteConfig): string {
	return known.getOrInsertComputed(config, () =>
		createHash("sha256").update(JSON.stringify(config)).digest("hex").slice(0, 8),
	);
}

/**
 * Returns the configuration for pages in a language, with its `lang`, dates and words.
 *
 * @param code A locale of the site; `undefined` or the main locale returns the same configuration.
 */
export function configIn(config: SiteConfig, code: string | undefined): SiteConfig {
	const [, ...others] = config.editions.locales;
	const locale = others.find((candidate) => candidate.code === code);
	if (locale === undefined) return config;
	const words = browserWords(locale.words, {
		banner: config.public.analytics.banner,
		feedback: config.settings.feedback,
	});
	return {
		...config,
		public: { ...config.public, locale: locale.code, words },
		look: { ...config.look, look: { ...config.look.look, words: locale.words } },
	};
}
