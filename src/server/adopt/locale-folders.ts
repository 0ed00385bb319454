import type { AdoptedLocale } from "./adopted-locales.ts";

/** Where each language has a folder, the main one too: that one comes to the root. */
export function localeFolders(
	folder: string,
	locales: readonly AdoptedLocale[],
): readonly { readonly folder: string; readonly at: string }[] {
	return locales.map(({ code }, index) => ({
		folder: `${folder}/${code}`,
		at: index === 0 ? "/" : `/${code}`,
	}));
}
