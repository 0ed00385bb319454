/** Jekyll keeps drafts in a folder of this name. */
export const DRAFTS_FOLDER = /(?:^|\/)_drafts\//i;

/** What a key that is not ours says about who may see the page. */
export type HidingSign =
	/** It is a draft; `problem` says by what. */
	| { readonly kind: "draft"; readonly problem: string }
	/** It is in no list, and asks search engines to stay away. */
	| { readonly kind: "unlisted" }
	/** A key of ours under another name, with the same value. */
	| { readonly kind: "date"; readonly key: "publishAt" | "expiresAt" }
	/** It is understood, and hides nothing. */
	| { readonly kind: "none" };

/** Keys are compared in lower case, without hyphens, underscores and spaces. */
const HIDING = /^(?:drafts?|isdraft|unpublished|(?:is)?private|headless)$/;
const SHOWING = /^(?:(?:is)?published|publish|(?:is)?public|visible)$/;

/** True keeps the page out of search, sitemap, feeds and navigation. */
const UNLISTING =
	/^(?:unlisted|(?:robots)?no(?:index|search|sitemap)|(?:hide|hidden|exclude|omit)from\w+|(?:book)?(?:search|nav(?:igation)?|sidebar|sitemap|feed|rss|toc)?(?:hide|hidden|excluded?))$/;

/** False does the same. */
const LISTING =
	/^(?:listed|search(?:able|enabled)?|index(?:ed|able|ing)?|(?:in)?sitemap|pagefind)$/;

/** Words that other generators write in the place of false, or as keys of a map that exclude the page. */
const EXCLUSION = /^(?:excluded?|disabled?|noindex|hidden|hide|none|never)$/i;
const INCLUSION = /^(?:included?|enabled?|index)$/i;

const PUBLISH_DATE =
	/^(?:golive|embargo|(?:golive|embargo|pub|publish|published|publication)(?:at|on|date|time|datetime|from|until))$/;
const EXPIRY_DATE =
	/^(?:(?:expires?|expiry|expiration)(?:at|on|date|time|datetime)?|unpublish(?:ed)?(?:at|on|date|time)|valid(?:until|to))$/;

const STATE = /^(?:status|state|visibility)$/;
const HIDING_STATE = /^(?:draft|hidden|pending|private|scheduled|unpublished)$/i;

const A_DATE = /^\d{4}-\d{2}-\d{2}/;

/**
 * Reads a key that is not ours as other generators do. A value that is not understood hides:
 * a page that was meant to be hidden must not appear.
 *
 * @returns `undefined` for a key that says nothing of this.
 */
export function readHidingSign(key: string, value: unknown): HidingSign | undefined {
	const name = key.toLowerCase().replace(/[-_ ]/g, "");
	const truth = readTruth(value);
	if (HIDING.test(name)) return truth === false ? NONE : draft(key, value);
	// Some generators write the day of publication there.
	if (name === "published" && A_DATE.test(String(value))) return { kind: "date", key: "publishAt" };
	if (SHOWING.test(name)) return truth === true ? NONE : draft(key, value);
	// Material for MkDocs lists the parts of the layout that a page hides.
	if (UNLISTING.test(name)) {
		return truth === false || Array.isArray(value) ? NONE : { kind: "unlisted" };
	}
	if (LISTING.test(name)) return isExcluded(value) ? { kind: "unlisted" } : NONE;
	if (PUBLISH_DATE.test(name)) return { kind: "date", key: "publishAt" };
	if (EXPIRY_DATE.test(name)) return { kind: "date", key: "expiresAt" };
	if (STATE.test(name)) return HIDING_STATE.test(String(value)) ? draft(key, value) : NONE;
	return undefined;
}

/** `search: false`, `search: { exclude: true }` or `sitemap: { enabled: false }`. */
function isExcluded(value: unknown): boolean {
	if (typeof value !== "object" || value === null) {
		return readTruth(value) === false || EXCLUSION.test(String(value));
	}
	return Object.entries(value).some(([key, entry]) =>
		EXCLUSION.test(key)
			? readTruth(entry) !== false
			: INCLUSION.test(key) && readTruth(entry) === false,
	);
}

/** @returns `undefined` when the value means neither. */
export function readTruth(value: unknown): boolean | undefined {
	if (typeof value === "boolean") return value;
	const word = String(value).trim().toLowerCase();
	if (["true", "yes", "on", "y", "1"].includes(word)) return true;
	return ["false", "no", "off", "n", "0"].includes(word) ? false : undefined;
}

const NONE: HidingSign = { kind: "none" };

function draft(key: string, value: unknown): HidingSign {
	const shown = JSON.stringify(value).slice(0, 80);
	return { kind: "draft", problem: `"${key}: ${shown}" hides the page, as "draft: true" does` };
}
