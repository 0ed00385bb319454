import { COLOR_MODE_SCRIPT } from "../appearance/color-mode.ts";
import { RELOAD_MARKS_KEY, RELOAD_PAUSE_MS } from "../builds/reload-marks.ts";
import { START_SCRIPT } from "./start-script.ts";

/**
 * Loads the document once more when its own entry, or a stylesheet, is gone: then the
 * document is of a build that the server does not have. No script of the app can do this,
 * because none has come. Once is enough; and offline, a page that can be read stays.
 *
 * Errors of elements do not bubble, so they are caught on their way down. The entry is the only
 * script of its kind, and may come after `load`; a stylesheet that goes missing then was asked
 * for by the app, which sees to it itself.
 */
const ENTRY_RECOVERY_SCRIPT =
	`addEventListener("error",({target:t})=>{` +
	`if(t.type!="module"&&(t.rel!="stylesheet"||document.readyState=="complete"))return;` +
	`try{const k="${RELOAD_MARKS_KEY}",p=location.pathname,n=Date.now(),m=JSON.parse(sessionStorage.getItem(k)||"{}");` +
	`if(n-m[p]<${RELOAD_PAUSE_MS})return;m[p]=n;sessionStorage.setItem(k,JSON.stringify(m))}catch{return}` +
	`fetch(location.href,{method:"HEAD",cache:"no-store"}).then(()=>location.reload(),()=>{})},true)`;

/**
 * The only inline script there is, and the same to the letter on every page, so that the
 * content security policy can allow it by its hash.
 */
export const INLINE_SCRIPT = `${COLOR_MODE_SCRIPT};${ENTRY_RECOVERY_SCRIPT};${START_SCRIPT}`;
