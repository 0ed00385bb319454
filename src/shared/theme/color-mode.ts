/** Preferences that a visitor can choose. */
export const COLOR_MODE_PREFERENCES = ["light", "dark", "system"] as const;

export type ColorModePreference = (typeof COLOR_MODE_PREFERENCES)[number];

/** Shown mode: the resolved preference. A page may force a mode, but never `system`. */
export type ColorMode = "light" | "dark";

/** Browser storage for the preference. */
export type ColorModeStorage = "localStorage" | "sessionStorage";

export const COLOR_MODE_STORAGE_KEY = "nuxt-color-mode";

/**
 * @param stored Value from the storage; anything that is not a mode means `system`.
 * @example
 * parseColorModePreference("blue"); // "system"
 */
export function parseColorModePreference(stored: unknown): ColorModePreference {
	return stored === "light" || stored === "dark" ? stored : "system";
}

/** Precedence: the page's own mode, the visitor's choice, the operating system's mode. */
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
 * Sets the mode before the first paint, as a part of the constant inline script. Attributes of
 * `<html>` contain the values that differ between pages and sites.
 *
 * The control works from its first paint: once it is parsed, the script checks the radio button of
 * the stored choice. It applies a choice that the visitor makes before the app starts.
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
