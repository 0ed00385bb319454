/** Elements that show something and do nothing; of others only the inside is kept. */
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

/** Elements whose inside is no text for readers. */
export const SILENT_ELEMENTS: ReadonlySet<string> = new Set(
	"script style template noscript object embed applet iframe textarea select form head".split(" "),
);

/** Elements that have no end. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
	"area base br col embed hr img input link meta source track wbr".split(" "),
);

const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set(
	`align alt border cellpadding cellspacing cite class color colspan controls datetime decoding default dir height
	hidden kind label lang loading loop media muted name open poster preload reversed role rowspan scope sizes span src
	srclang srcset start title type valign value width
	cx cy d fill fill-opacity fill-rule clip-path clip-rule clippathunits gradienttransform gradientunits offset opacity points r rx ry
	stop-color stop-opacity stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
	stroke-width transform viewbox x x1 x2 y y1 y2 xmlns preserveaspectratio
	display mathvariant stretchy columnalign rowalign`.split(/\s+/),
);

/** Our own scripts ask for `data-` attributes, and styles in attributes do not pass the policy of the page. */
export function isAllowedAttribute(name: string): boolean {
	return ALLOWED_ATTRIBUTES.has(name) || /^aria-[a-z]+$/.test(name);
}
