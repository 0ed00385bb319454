/** What a visitor may choose. */
export const COLOR_MODE_PREFERENCES = ["light", "dark", "system"] as const;

export type ColorModePreference = (typeof COLOR_MODE_PREFERENCES)[number];

/** What is shown: a preference, resolved. A page may force one of these, never `system`. */
export type ColorMode = "light" | "dark";

/** The browser's storage for the choice. */
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
 * Sets the mode before the first paint, as a part of the constant inline script: attributes of
 * `<html>` contain what differs between pages and sites.
 *
 * The control works from its first paint: the script checks the stored choice once the control is
 * parsed, and applies a choice that the visitor makes before the app has started.
 */
export const COLOR_MODE_SCRIPT =
	'(()=>{const d=document,r=d.documentElement,s=r.dataset,k="nuxt-color-mode",q=matchMedia("(prefers-color-scheme: dark)");let p,b;' +
	'try{b=window[s.colorModeStorage||"localStorage"];p=b.getItem(k)}catch{}' +
	'const f=()=>{const m=s.colorModeForced||(p=="light"||p=="dark"?p:q.matches?"dark":"light");' +
	'r.classList.remove("light","dark");r.classList.add(m);r.style.colorScheme=m};f();' +
	'new MutationObserver((_,o)=>{const i=d.querySelector(".color-mode input[value="+(p=="light"||p=="dark"?p:"system")+"]");' +
	"if(i){i.checked=true;o.disconnect()}}).observe(r,{childList:true,subtree:true});" +
	'd.addEventListener("change",({target:t})=>{if(!t.closest(".color-mode"))return;p=s.colorModeChoice=t.value;' +
	"try{b.setItem(k,p)}catch{}f()})})()";
