import { escapeAttribute } from "../../../../shared/document/html.ts";
import { AUTHOR_ID_PREFIX } from "../../../../shared/page/public-config.ts";
import { type BodyEnvironment, claimId, fillGapWith, notesOf } from "../body-notes.ts";
import { isAllowedTarget } from "../references.ts";

export type Attributes = Readonly<Record<string, string>>;

interface MarkupPlace {
	readonly env: BodyEnvironment | undefined;
	readonly line: number;
}

/**
 * Writes the attributes that a page may have. Targets of links and images become gaps, which are
 * filled when all files are known.
 *
 * @param line Line of the file, counted from 1.
 */
export function attributesOf(
	name: string,
	attributes: Attributes,
	{ env, line }: MarkupPlace,
): string {
	const written = Object.entries(attributes).map(([key, value]) => {
		if (key === "id" || (key === "name" && name === "a")) return idOf(value, env);
		if ((key === "href" && name === "a") || (key === "src" && name === "img")) return "";
		if (
			!(ALLOWED_ATTRIBUTES.has(key) || /^aria-[a-z]+$/.test(key)) ||
			(key === "name" && name !== "details")
		)
			return "";
		if (ADDRESSES.has(key) && !mention(key, value, env)) return "";
		return ` ${key}="${escapeAttribute(withAuthorIds(key, value))}"`;
	});
	return written.join("") + targetOf(name, attributes, { env, line });
}

function idOf(id: string, env: MarkupPlace["env"]): string {
	if (!/^[^\s"'<>]{1,100}$/.test(id)) return "";
	const ownId = authorId(id);
	return claimId(env, ownId) ? ` id="${escapeAttribute(ownId)}"` : "";
}

function targetOf(name: string, attributes: Attributes, { env, line }: MarkupPlace): string {
	const { href, src } = attributes;
	const { id = attributes["name"] } = attributes;
	// GitBook marks headings with empty links to themselves.
	if (name === "a" && href !== undefined && id !== undefined && href === `#${id}`) return "";
	if (name === "a" && href !== undefined && isAllowedTarget(href)) {
		return fillGapWith(env, { kind: "link", target: href.trim(), line });
	}
	const isDrawn = name === "img" && /^data:image\/[a-z+.-]+[;,]/i.test(src ?? "");
	return isDrawn ? ` src="${escapeAttribute(src ?? "")}"` : "";
}

/** Writes an image. @param isInPicture Whether it is in a `picture`, where the author offers other files. */
export function imageOf(
	all: Attributes,
	place: MarkupPlace & { readonly isInPicture: boolean },
): string {
	const { width, height, ...attributes } = all;
	const { src, alt, srcset } = attributes;
	if (src === undefined || !isAllowedTarget(src)) return `<img${attributesOf("img", all, place)}>`;
	return fillGapWith(place.env, {
		...{ kind: "image", target: src.trim(), line: place.line, width, height },
		attributes: attributesOf("img", attributes, place) + (alt === undefined ? ' alt=""' : ""),
		hasOwnSources: place.isInPicture || srcset !== undefined,
	});
}

/** Notes addresses that stay unchanged in the HTML, because their files must be served. */
function mention(key: string, value: string, env: MarkupPlace["env"]): boolean {
	const addresses =
		key === "srcset"
			? value.split(",").map((candidate) => candidate.trim().split(/\s/, 1)[0] ?? "")
			: [value.trim()];
	if (!addresses.every(isAllowedTarget)) return false;
	notesOf(env).mentions.push(...addresses);
	return true;
}

/** Applies `authorId()` to lists of ids, and to `url(#…)` references of drawings. */
function withAuthorIds(key: string, value: string): string {
	if (ID_LISTS.has(key)) return value.split(/\s+/).map(authorId).join(" ");
	return value.replaceAll(/(?<=url\(#)[^)"']+/g, authorId);
}

const ID_LISTS: ReadonlySet<string> = new Set(
	["labelledby", "describedby", "controls", "owns", "details", "flowto"].map(
		(name) => `aria-${name}`,
	),
);

const ADDRESSES: ReadonlySet<string> = new Set(["src", "srcset", "poster", "cite"]);

/** Elements that only show content. Of other elements, only the content remains. */
export const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set(
	`a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del
	details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li mark
	ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot
	th thead time tr track tt u ul var video wbr
	svg g path circle rect line polyline polygon ellipse defs lineargradient radialgradient stop title desc clippath
	math mi mn mo ms mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mspace`.split(
		/\s+/,
	),
);

/** Elements whose content is dropped, because it is not text for readers. */
export const SILENT_ELEMENTS: ReadonlySet<string> = new Set(
	"script style template noscript object embed applet iframe textarea select form head".split(" "),
);

/** Elements without an end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
	"area base br col embed hr img input link meta source track wbr".split(" "),
);

/** Excludes `data-` attributes, which our scripts read, and `style`, which the policy of the page forbids. */
const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set(
	`align alt border cellpadding cellspacing cite class color colspan controls datetime decoding default dir height
	hidden kind label lang loading loop media muted name open poster preload reversed role rowspan scope sizes span src
	srclang srcset start title type valign value width
	cx cy d fill fill-opacity fill-rule clip-path clip-rule clippathunits gradienttransform gradientunits offset opacity points r rx ry
	stop-color stop-opacity stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
	stroke-width transform viewbox x x1 x2 y y1 y2 xmlns preserveaspectratio
	display mathvariant stretchy columnalign rowalign`.split(/\s+/),
);

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
 * Returns an id that hides no member of `window`, `document` or a form. Browsers expose elements
 * there by their ids. Links to such an id use the prefixed form.
 *
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
 */
export function authorId(id: string): string {
	return MEMBERS.has(id) || MEMBER_SHAPE.test(id) ? AUTHOR_ID_PREFIX + id : id;
}
