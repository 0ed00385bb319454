/**
 * The `rel` of links to the app's modules, the entry first. Browsers do not know it, so they load
 * nothing before {@link START_SCRIPT} runs.
 */
export const APP_MODULE_REL = "app-module";

/**
 * Loads the app after the first paint, as a part of the constant inline script, so that the page has
 * the connection and the processor for itself. A frame is painted after its callbacks; the next task
 * runs after the paint. A hidden tab paints nothing, so it loads the app at once.
 */
export const START_SCRIPT =
	`addEventListener("DOMContentLoaded",()=>{const d=document,l=d.querySelectorAll("link[rel=${APP_MODULE_REL}]");let s;` +
	`const f=()=>{if(s||!l[0])return;for(const m of l)m.rel="modulepreload";` +
	`s=d.createElement("script");s.type="module";s.fetchPriority="low";s.src=l[0].href;d.head.append(s)};` +
	`if(d.hidden)f();else{requestAnimationFrame(()=>setTimeout(f));d.addEventListener("visibilitychange",f,{once:true})}})`;
