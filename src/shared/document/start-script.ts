/**
 * The `rel` under which a document names the modules of the app, its entry first. No browser
 * knows it, so that none fetches them before {@link START_SCRIPT} says so.
 */
export const APP_MODULE_REL = "app-module";

/**
 * Fetches the app when the page has been painted as it was sent, as a part of the one inline
 * script: what can be read comes before what can be used, and so takes the line and the
 * processor for itself. A frame is painted after its callbacks; the next task is the first
 * behind it. A tab that is not shown paints nothing, and is not waited for.
 */
export const START_SCRIPT =
	`addEventListener("DOMContentLoaded",()=>{const d=document,l=d.querySelectorAll("link[rel=${APP_MODULE_REL}]");let s;` +
	`const f=()=>{if(s||!l[0])return;for(const m of l)m.rel="modulepreload";` +
	`s=d.createElement("script");s.type="module";s.fetchPriority="low";s.src=l[0].href;d.head.append(s)};` +
	`if(d.hidden)f();else{requestAnimationFrame(()=>setTimeout(f));d.addEventListener("visibilitychange",f,{once:true})}})`;
