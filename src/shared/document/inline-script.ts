import { RELOAD_MARKS_KEY, RELOAD_PAUSE_MS } from "../builds/build-meta.ts";
import { COLOR_MODE_SCRIPT } from "../theme/color-mode.ts";

/**
 * The `rel` of links to the app's modules, the entry first. Browsers do not know it, so they load
 * nothing before {@link START_SCRIPT} runs.
 */
export const APP_MODULE_REL = "app-module";

/** Event on the window that starts the app in a document that is not complete yet. */
export const START_EVENT = "app-start";

/**
 * Loads the app after the first paint, as a part of the constant inline script, so that the page
 * gets the connection and the processor first. A frame is painted after its callbacks; the next
 * task runs after the paint. A hidden tab paints nothing, so it loads the app at once.
 */
const START_SCRIPT =
	`for(const n of["DOMContentLoaded","${START_EVENT}"])addEventListener(n,()=>{const d=document,l=d.querySelectorAll("link[rel=${APP_MODULE_REL}]");let s;` +
	`const f=()=>{if(s||!l[0])return;for(const m of l)m.rel="modulepreload";` +
	`s=d.createElement("script");s.type="module";s.fetchPriority="low";s.src=l[0].href;d.head.append(s)};` +
	`if(d.hidden)f();else{requestAnimationFrame(()=>setTimeout(f));d.addEventListener("visibilitychange",f,{once:true})}})`;

/**
 * Reloads the document once when its entry or a stylesheet is missing, because the server no longer
 * has its build. No script of the app is loaded then. Offline, the readable page stays.
 *
 * Errors of elements do not bubble, so the listener captures. The entry is the only module script
 * and may load after `load`. The app itself handles stylesheets that it adds later.
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
