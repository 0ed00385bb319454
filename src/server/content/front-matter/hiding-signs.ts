/** Jekyll stores drafts in a folder of this name. */
export const DRAFTS_FOLDER = /(?:^|\/)_drafts\//i;

/** Effect of a foreign key on the visibility of a page. */
export type HidingSign =
	/** The page is a draft; `problem` names the key. */
	| { readonly kind: "draft"; readonly problem: string }
	/** Lists exclude the page, and it asks search engines not to index it. */
	| { readonly kind: "unlisted" }
	/** The key is another name for one of our keys, with the same value. */
	| { readonly kind: "date"; readonly key: "publishAt" | "expiresAt" }
	/** The key is known and hides nothing. */
	| { readonly kind: "none" };

/** Keys are compared in lower case, without hyphens, underscores and spaces. */
const HIDING = /^(?:drafts?|isdraft|unpublished|(?:is)?private|headless)$/;
const SHOWING = /^(?:(?:is)?published|publish|(?:is)?public|visible)$/;

/** Keys that exclude the page from search, sitemap, feeds and navigation if true. */
const UNLISTING =
	/^(?:unlisted|(?:robots)?no(?:index|search|sitemap)|(?:hide|hidden|exclude|omit)from\w+|(?:book)?(?:search|nav(?:igation)?|sidebar|sitemap|feed|rss|toc)?(?:hide|hidden|excluded?))$/;

/** Keys that do the same if false. */
const LISTING =
	/^(?:listed|search(?:able|enabled)?|index(?:ed|able|ing)?|(?:in)?sitemap|pagefind)$/;

/** Words of other generators instead of false, or keys of a map that exclude the page. */
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
 * Reads a foreign key as other generators do. If a draft or publish key has an unknown value, the page
 * is hidden: a hidden page must not appear by mistake.
 *
 * @returns `undefined` for a key that does not affect visibility.
 */
export function readHidingSign(key: string, value: unknown): HidingSign | undefined {
	const name = key.toLowerCase().replace(/[-_ ]/g, "");
	const truth = readTruth(value);
	if (HIDING.test(name)) return truth === false ? NONE : draft(key, value);
	// In some generators, `published` is the date of publication.
	if (name === "published" && A_DATE.test(String(value))) return { kind: "date", key: "publishAt" };
	if (SHOWING.test(name)) return truth === true ? NONE : draft(key, value);
	// In Material for MkDocs, a list names the parts of the layout that a page hides.
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

/** @returns `undefined` if the value is neither true nor false. */
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
