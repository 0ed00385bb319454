import type { BodyEnvironment } from "../body-notes.ts";
import { byWord } from "../by-word.ts";
import { type Callout, matchCallout } from "./callout.ts";
import type { Component } from "./read-props.ts";
import { componentKey, type SiteComponent, siteComponentOf } from "./site-component.ts";

/** Meaning of a component, independent of its name in a generator. */
export type Meaning =
	| { readonly kind: "callout"; readonly callout: Callout }
	| { readonly kind: "tabs" | "code-group" | "cards" | "steps" | "file-tree" | "children" }
	| { readonly kind: "tab"; readonly label: string }
	| { readonly kind: "card"; readonly title: string; readonly href: string; readonly text: string }
	| { readonly kind: "step"; readonly title: string }
	| { readonly kind: "code-title"; readonly title: string }
	| {
			readonly kind: "figure";
			readonly src: string;
			readonly alt: string;
			readonly caption: string;
	  }
	| SiteComponent
	| InlineMeaning;

/** Meaning of a component that may be used inside a sentence. */
export type InlineMeaning =
	| { readonly kind: "badge"; readonly text: string }
	| { readonly kind: "button" | "link"; readonly href: string; readonly text: string }
	| { readonly kind: "icon"; readonly name: string }
	| { readonly kind: "image"; readonly src: string; readonly alt: string };

type Props = Component["props"];

/** Known components by `componentKey()`: lower case, without `-`, `_` and `.`. */
const VOCABULARY = byWord<(props: Props) => Meaning | undefined>({
	"aside callout admonition alert hint callouts": calloutOf,
	"details accordion accordionitem expandable collapse collapsible": detailsOf,
	"tabs tabgroup ctabs tabset": () => ({ kind: "tabs" }),
	"tab tabitem tabsitem tabpanel": (props) => ({
		kind: "tab",
		label: firstOf(props, "label title name header value 0") || "Tab",
	}),
	"codegroup codetabs codeblockgroup": () => ({ kind: "code-group" }),
	"cards cardgrid cardgroup linkgrid": () => ({ kind: "cards" }),
	"card linkcard ucard pagecard upagecard": (props) => ({
		kind: "card",
		title: firstOf(props, "title heading label name"),
		href: hrefOf(props),
		text: firstOf(props, "description text subtitle"),
	}),
	"steps stepper": () => ({ kind: "steps" }),
	step: (props) => ({ kind: "step", title: firstOf(props, "title label name") }),
	"filetree filestructure": () => ({ kind: "file-tree" }),
	"badge ubadge pill": (props) => ({
		kind: "badge",
		text: firstOf(props, "text label content title 0"),
	}),
	"linkbutton button ubutton buttonlink": (props) => ({
		kind: "button",
		href: hrefOf(props),
		text: firstOf(props, "text label title"),
	}),
	"link nuxtlink ulink": (props) => ({ kind: "link", href: hrefOf(props), text: "" }),
	"icon uicon": (props) => ({ kind: "icon", name: firstOf(props, "name icon 0") }),
	"image img nuxtimg zoomimage themedimage": (props) => ({
		kind: "image",
		src: firstOf(props, "src light srcLight 0"),
		alt: firstOf(props, "alt title caption"),
	}),
	"figure imgproc": (props) => ({
		kind: "figure",
		src: firstOf(props, "src link 0"),
		alt: firstOf(props, "alt caption title"),
		caption: firstOf(props, "caption title"),
	}),
	"youtube youtubeembed liteyoutube": (props) => videoOf(props, "https://www.youtube.com/watch?v="),
	vimeo: (props) => videoOf(props, "https://vimeo.com/"),
	readmore: (props) => ({ kind: "link", href: hrefOf(props), text: firstOf(props, "title to") }),
	"embed contentref": (props) => ({
		kind: "link",
		href: firstOf(props, "url href 0"),
		text: firstOf(props, "title url href 0"),
	}),
	code: (props) => ({ kind: "code-title", title: firstOf(props, "title filename") }),
	"accordiongroup accordions columns column frame fragment div section col": () => ({
		kind: "children",
	}),
});

/**
 * @param environment Contains the components of the site folder, which take precedence.
 * @returns `undefined` for an unknown name.
 *
 * @example
 * meaningOf({ name: "TabItem", props: { label: "npm" } }); // { kind: "tab", label: "npm" }
 */
export function meaningOf(
	component: Component,
	environment?: BodyEnvironment,
): Meaning | undefined {
	const own = siteComponentOf(component, environment);
	if (own !== undefined) return own;
	const { name, props } = component;
	const key = componentKey(name);
	const read = VOCABULARY.get(key);
	if (read !== undefined) return read(props);
	const callout = matchCallout(key, firstOf(props, "title label 0"));
	return callout === undefined ? undefined : { kind: "callout", callout };
}

export function isInline(meaning: Meaning): meaning is InlineMeaning {
	return ["badge", "button", "link", "icon", "image"].includes(meaning.kind);
}

function calloutOf(props: Props): Meaning {
	const kind = firstOf(props, "type kind variant style color context 0");
	const title = firstOf(props, "title label heading");
	const callout = matchCallout(kind, title) ?? matchCallout("note", title);
	return callout === undefined ? { kind: "children" } : { kind: "callout", callout };
}

function detailsOf(props: Props): Meaning | undefined {
	const title = firstOf(props, "title label summary header name 0");
	const callout = matchCallout("details", title);
	return callout && { kind: "callout", callout };
}

function videoOf(props: Props, address: string): Meaning {
	const id = firstOf(props, "id videoId videoid src url 0");
	const href = /^https?:/i.test(id) ? id : address + encodeURIComponent(id);
	return { kind: "link", href, text: firstOf(props, "title label") || href };
}

function hrefOf(props: Props): string {
	return firstOf(props, "href to link url relref");
}

/** @param names Separated by spaces, the preferred one first. */
function firstOf(props: Props, names: string): string {
	const name = names.split(" ").find((candidate) => Object.hasOwn(props, candidate));
	return (name === undefined ? undefined : props[name]) ?? "";
}
