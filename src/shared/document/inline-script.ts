import { COLOR_MODE_SCRIPT } from "../appearance/color-mode.ts";
import { RELOAD_MARKS_KEY, RELOAD_PAUSE_MS } from "../builds/reload-marks.ts";
import { START_SCRIPT } from "./start-script.ts";

/**
 * Reloads the document once when its entry or a stylesheet is missing, because the server does not
 * have its build any more. No script of the app is there to do this. Offline, the readable page stays.
 *
 * Errors of elements do not bubble, so the listener captures. The entry is the only module script,
 * and may load after `load`; the app handles stylesheets that it adds then.
 */
const ENTRY_RECOVERY_SCRIPT =
	`addEventListener("error",({target:t})=>{` +
	`if(t.type!="module"&&(t.rel!="stylesheet"||document.readyState=="complete"))return;` +
	`try{const k="${RELOAD_MARKS_KEY}",p=location.pathname,n=Date.now(),m=JSON.parse(sessionStorage.getItem(k)||"{}");` +
	`if(n-m[p]<${RELOAD_PAUSE_MS})return;m[p]=n;sessionStorage.setItem(k,JSON.stringify(m))}catch{return}` +
	`fetch(location.href,{method:"HEAD",cache:"no-store"}).then(()=>location.reload(),()=>{})},true)`;

/**
 * The only inline script, equal on every page, so that the content security policy can allow its
 * hash.
 */
export const INLINE_SCRIPT = `${COLOR_MODE_SCRIPT};${ENTRY_RECOVERY_SCRIPT};${START_SCRIPT}`;
