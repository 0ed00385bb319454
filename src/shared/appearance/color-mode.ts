/** What a visitor may choose. */
export const COLOR_MODE_PREFERENCES = ["light", "dark", "system"] as const;

export type ColorModePreference = (typeof COLOR_MODE_PREFERENCES)[number];

/** What is shown: a preference, resolved. A page may force one of these, never `system`. */
export type ColorMode = "light" | "dark";

/** Where the choice is kept in the browser, and under which name. */
export type ColorModeStorage = "localStorage" | "sessionStorage";

export const COLOR_MODE_STORAGE_KEY = "nuxt-color-mode";

/**
 * @param stored Whatever the storage held: anything that is not a mode means `system`.
 * @example
 * parseColorModePreference("blue"); // "system"
 */
export function parseColorModePreference(stored: unknown): ColorModePreference {
	return stored === "light" || stored === "dark" ? stored : "system";
}

/** A page's own mode wins, then the visitor's choice, then the operating system's. */
export function resolveColorMode(
	forced: ColorMode | undefined,
	preference: ColorModePreference,
	systemIsDark: boolean,
): ColorMode {
	if (forced !== undefined) return forced;
	if (preference !== "system") return preference;
	return systemIsDark ? "dark" : "light";
}

/**
 * Sets the mode before the first paint, as a part of the one inline script. That is the same
 * on every page: what differs between pages and sites it reads from attributes of `<html>`.
 */
export const COLOR_MODE_SCRIPT =
	'(()=>{const r=document.documentElement,d=r.dataset;let p;try{p=window[d.colorModeStorage||"localStorage"].getItem("nuxt-color-mode")}catch{}' +
	'const m=d.colorModeForced||(p==="light"||p==="dark"?p:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light");' +
	"r.classList.add(m);r.style.colorScheme=m})()";
