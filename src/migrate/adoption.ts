import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import type { AnchorStyle } from "../server/content/site-config.ts";
import type { FrameLook, HeaderLink } from "../shared/page/site-look.ts";
import type { AdoptedLocale } from "./adopted-locales.ts";
import type * as data from "./source/data.ts";
import type { SourceFolder } from "./source/source-folder.ts";

/** A page file, as the generator reads it. */
export interface SourcePage {
	/** Relative to the site folder. */
	readonly file: string;
	/** Path below the folder of pages. */
	readonly below: string;
	/** Path below the folder of pages, after the address of that folder. */
	readonly name: string;
	/** The folder of pages. */
	readonly folder: string;
	/** Address of that folder, without slashes at its ends. */
	readonly at: string;
	readonly frontMatter: data.DataMap;
}

/** A reason why a generator does not publish a page file. */
export interface HidingRule {
	/** The name of the rule in the report. */
	readonly name: string;
	readonly hides: (page: SourcePage) => boolean;
	/** Depends on the path only, so that it also applies to later files of the same folder. */
	readonly isByPath?: boolean;
	/** `adopt` cannot read the rule, so it hides every page that the rule may hide. */
	readonly isUnreadable?: boolean;
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
	/** Versions, newest first. */
	readonly versions?:
		| readonly { readonly name: string; readonly label: string; readonly path?: string }[]
		| undefined;
	/** File name in the configuration; later the address of the file. */
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

/** Result of a generator's recognition of a folder. */
export interface Recognition {
	readonly generator: string;
	/** The file that names the generator. */
	readonly evidence: string;
	readonly settings: AdoptedSettings;
	/** Every rule by which the generator does not publish a page file of the folders of pages. */
	readonly rules?: readonly HidingRule[];
	/**
	 * Absent if the generator's rule for addresses is unknown.
	 *
	 * @returns The address of a published page, without base path; `undefined` for a copied file.
	 */
	readonly addressOf?: (page: SourcePage) => string | undefined;
	/** Name of a generator that `adopt` does not support, and that has written the folder. */
	readonly unknown?: string | undefined;
}

/** Recognizes one generator in a folder. */
export type Recognize = (folder: SourceFolder) => Recognition | undefined;

/** A recognition as plain data: one process sends it to another as JSON. */
export interface Adoption extends Omit<Recognition, "addressOf" | "rules"> {
	/** Files of pages that the generator does not publish. */
	readonly hidden: readonly HiddenPage[];
	/** Addresses at the generator, without base path, by file; absent if the generator's rule is unknown. */
	readonly addresses?: Readonly<Record<string, string>> | undefined;
	/** Reasons why configuration files could not be read, by file. */
	readonly unread: Readonly<Record<string, string>>;
}

export interface HiddenPage extends Pick<HidingRule, "isByPath" | "isUnreadable"> {
	readonly file: string;
	/** The name of the rule. */
	readonly rule: string;
}

/** A mistake that the operator can correct. */
export class AdoptError extends Error {
	override readonly name = "AdoptError";
}
