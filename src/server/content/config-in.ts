import { browserWords } from "../words/browser-words.ts";
import type { SiteConfig } from "./site-config.ts";

/**
 * The configuration for pages in a language: `lang`, dates and the words of the frame are of it.
 *
 * @param code Of a locale of the site; `undefined`, or that of the main one: the configuration itself.
 */
export function configIn(config: SiteConfig, code: string | undefined): SiteConfig {
	const [, ...others] = config.editions.locales;
	const locale = others.find((candidate) => candidate.code === code);
	if (locale === undefined) return config;
	const words = browserWords(locale.words, config.public.analytics);
	return {
		...config,
		public: { ...config.public, locale: locale.code, words },
		look: { ...config.look, look: { ...config.look.look, words: locale.words } },
	};
}
