import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import type { AnchorStyle } from "../server/content/site-config.ts";
import type { FrameLook, HeaderLink } from "../shared/page/site-look.ts";
import type { AdoptedLocale } from "./adopted-locales.ts";
import type * as data from "./source/data.ts";
import type { SourceFolder } from "./source/source-folder.ts";

/** A page file, as the generator reads it. */
export interface SourcePage {
	/** Path below the folder of pages, after the address of that folder. */
	readonly name: string;
	/** The folder of pages. */
	readonly folder: string;
	/** Its address, without slashes around it. */
	readonly at: string;
	readonly frontMatter: data.DataMap;
}

/** An entry of `content`. */
export interface AdoptedFolder {
	readonly folder: string;
	readonly at?: string;
	readonly numbers?: "any";
	readonly ending?: "html" | undefined;
}

/** Values for `site.yaml` from the generator's configuration. */
export interface AdoptedSettings {
	readonly name?: string | undefined;
	readonly description?: string | undefined;
	readonly url?: string | undefined;
	readonly locale?: string | undefined;
	readonly locales?: readonly AdoptedLocale[] | undefined;
	/** The newest first. */
	readonly versions?:
		| readonly { readonly name: string; readonly label: string; readonly path?: string }[]
		| undefined;
	/** File in the configuration; later the address at which it is served. */
	readonly logo?: string | { readonly light: string; readonly dark: string } | undefined;
	readonly favicon?: string | undefined;
	/** With `{file}` relative to the site folder. */
	readonly editLink?: string | undefined;
	readonly repository?: string | undefined;
	/** Whether the name is shown beside the logo. */
	readonly isNameShown?: boolean;
	/** Name of a palette, or a color for each mode. */
	readonly primary?: string | { readonly light: string; readonly dark: string } | undefined;
	readonly headerLinks?: readonly HeaderLink[];
	/** Labels of sections and links. */
	readonly headerOrder?: readonly (string | undefined)[] | undefined;
	readonly footer?: Partial<FrameLook["footer"]> | undefined;
	readonly banner?: FrameLook["banner"];
	readonly content: string | readonly AdoptedFolder[];
	readonly publicFolder?: string | undefined;
	/** Descriptions of APIs, by path. */
	readonly openapi?: Readonly<Record<string, string>> | undefined;
	readonly exclude?: readonly string[];
	readonly anchors?: AnchorStyle;
	readonly navigation?: readonly NavigationEntry[] | undefined;
	readonly navigationOrder?: "name" | "first-page";
	readonly redirects?: readonly (readonly [from: string, to: string])[];
}

/** One generator's reading of a folder. */
export interface Recognition {
	readonly generator: string;
	/** The file that names the generator. */
	readonly evidence: string;
	readonly settings: AdoptedSettings;
	/**
	 * Absent if the rule of the generator is not known.
	 *
	 * @returns The address at which the generator serves a page, without base path; `undefined` if it serves none.
	 */
	readonly addressOf?: (page: SourcePage) => string | undefined;
	/** A generator that is not known to `adopt`, and whose pages are here. */
	readonly unknown?: string | undefined;
}

/** Looks for one generator. */
export type Recognize = (folder: SourceFolder) => Recognition | undefined;

/** What was recognized in a folder, as plain data: it crosses the boundary of a process as JSON. */
export interface Adoption extends Omit<Recognition, "addressOf"> {
	/** The address at which the generator serves a page, without base path, by file; absent if its rule is not known. */
	readonly addresses?: Readonly<Record<string, string>> | undefined;
	/** Why a configuration file could not be read, by file. */
	readonly unread: Readonly<Record<string, string>>;
}

/** A mistake that the operator can correct. */
export class AdoptError extends Error {
	override readonly name = "AdoptError";
}
