import type { PageNavigation } from "../shared/page/navigation.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { PLAIN_FRAME } from "../shared/page/site-look.ts";
import { MAX_SECTIONS_SHOWN } from "./layout/sections.tsx";

/** The style sheets that the frame of this site needs beside the one that every site needs. */
export function frameSheets(
	{ look = PLAIN_FRAME, locale }: PublicConfig,
	{ sections }: PageNavigation,
): readonly string[] {
	const { logo, banner, headerLinks, footer } = look;
	const isPlain = [
		logo === undefined,
		banner === undefined,
		headerLinks.length === 0,
		footer.columns.length === 0,
		sections.length <= MAX_SECTIONS_SHOWN,
	].every(Boolean);
	return [...(isPlain ? [] : ["look"]), ...(isRightToLeft(locale) ? ["rtl"] : [])];
}

/** @param locale A BCP 47 tag. */
export function isRightToLeft(locale: string): boolean {
	return new Intl.Locale(locale).getTextInfo().direction === "rtl";
}
