import { browserWords } from "../words/browser-words.ts";
import type { SiteConfig } from "./site-config.ts";

/**
 * Returns the configuration for pages in a language, with its `lang`, dates and words.
 *
 * @param code A locale of the site; `undefined` or the main locale returns the same configuration.
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
