import { directionOf } from "../shared/appearance/direction.ts";
import type { PageNavigation } from "../shared/page/navigation.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import type { SiteLook } from "../shared/page/site-look.ts";
import { MAX_SECTIONS_SHOWN } from "./layout/sections.tsx";

export interface FrameSheetSources {
	readonly config: PublicConfig;
	readonly look: SiteLook;
	readonly navigation: PageNavigation;
}

/** The style sheets that the frame of this site needs beside the one that every site needs. */
export function frameSheets({ config, look, navigation }: FrameSheetSources): readonly string[] {
	const { logo, banner, headerLinks, footer } = look;
	const isPlain = [
		logo === undefined,
		banner === undefined,
		headerLinks.length === 0,
		footer.columns.length === 0,
		navigation.sections.length <= MAX_SECTIONS_SHOWN,
	].every(Boolean);
	return [...(isPlain ? [] : ["look"]), ...(directionOf(config.locale) === "rtl" ? ["rtl"] : [])];
}
