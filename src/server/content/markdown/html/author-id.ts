import { AUTHOR_ID_PREFIX } from "../../../../shared/page/public-config.ts";

/** Lower-case members of `window`, `document` and forms. A browser test compares the list with Chromium's. */
const MEMBERS: ReadonlySet<string> = new Set(
	`action after alert all anchors animate append applets atob attributes autocapitalize autocomplete autocorrect
	autofocus before blur body btoa charset children chrome clear click close closed closest confirm console constructor
	contains cookie credentialless crypto dataset dir doctype document domain draggable elements embeds encoding enctype
	escape eval evaluate event external fence fetch find focus fonts forms frames fullscreen head hidden history id images
	implementation inert lang length link links location locationbar matches menubar method name navigation navigator nonce
	normalize open opener origin parent part performance personalbar plugins popover prefix prepend prerendering print
	prompt pseudo referrer rel remove reset role scheduler screen scripts scroll scrollbars self slot spellcheck status
	statusbar stop style submit target timeline title toolbar top translate undefined unescape viewport when window write
	writeln posthog`.split(/\s+/),
);

/** The other members: `onload`, `currentScript`, `__proto__`, `$`. */
const MEMBER_SHAPE = /^(?:on[a-z]+|[a-z]+[A-Z]\w*|[_$][\w$]*)$/;

/**
 * An id that a script cannot take for a member of `window`, `document` or a form: browsers make
 * elements reachable there by their ids. Links to the id find it under its prefix.
 *
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
 */
export function authorId(id: string): string {
	return MEMBERS.has(id) || MEMBER_SHAPE.test(id) ? AUTHOR_ID_PREFIX + id : id;
}
