import { type Callout, matchCallout } from "./callout.ts";

/** Something that a page names instead of writing it: `<Card title="A">`, `::card{title="A"}`, `{{< card >}}`. */
export interface Component {
	/** As the author spells it. */
	readonly name: string;
	/** Texts; what only a program could work out is left out. */
	readonly props: Readonly<Record<string, string>>;
}

/** What a component stands for, whatever the generator calls it. */
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
	| InlineMeaning;

/** What may stand in the middle of a sentence. */
export type InlineMeaning =
	| { readonly kind: "badge"; readonly text: string }
	| { readonly kind: "button" | "link"; readonly href: string; readonly text: string }
	| { readonly kind: "icon"; readonly name: string }
	| { readonly kind: "image"; readonly src: string; readonly alt: string };

type Props = Component["props"];

/** Keys are in lower case and without hyphens; what is not here is not known. */
const VOCABULARY: Readonly<Record<string, (props: Props, name: string) => Meaning | undefined>> = {
	...sameFor(["aside", "callout", "admonition", "alert", "hint", "callouts"], calloutOf),
	...sameFor(
		["details", "accordion", "accordionitem", "expandable", "collapse", "collapsible"],
		detailsOf,
	),
	...sameFor(["tabs", "tabgroup", "ctabs", "tabset"], () => ({ kind: "tabs" })),
	...sameFor(["tab", "tabitem", "tabsitem", "tabpanel"], (props) => ({
		kind: "tab",
		label: firstOf(props, ["label", "title", "name", "header", "value", "0"]) || "Tab",
	})),
	...sameFor(["codegroup", "codetabs", "codeblockgroup"], () => ({ kind: "code-group" })),
	...sameFor(["cards", "cardgrid", "cardgroup", "linkgrid"], () => ({ kind: "cards" })),
	...sameFor(["card", "linkcard", "ucard", "pagecard", "upagecard"], (props) => ({
		kind: "card",
		title: firstOf(props, ["title", "heading", "label", "name"]),
		href: hrefOf(props),
		text: firstOf(props, ["description", "text", "subtitle"]),
	})),
	...sameFor(["steps", "stepper"], () => ({ kind: "steps" })),
	step: (props) => ({ kind: "step", title: firstOf(props, ["title", "label", "name"]) }),
	...sameFor(["filetree", "filestructure"], () => ({ kind: "file-tree" })),
	...sameFor(["badge", "ubadge", "pill"], (props) => ({
		kind: "badge",
		text: firstOf(props, ["text", "label", "content", "title", "0"]),
	})),
	...sameFor(["linkbutton", "button", "ubutton", "buttonlink"], (props) => ({
		kind: "button",
		href: hrefOf(props),
		text: firstOf(props, ["text", "label", "title"]),
	})),
	...sameFor(["link", "nuxtlink", "ulink"], (props) => ({
		kind: "link",
		href: hrefOf(props),
		text: "",
	})),
	...sameFor(["icon", "uicon"], (props) => ({
		kind: "icon",
		name: firstOf(props, ["name", "icon", "0"]),
	})),
	...sameFor(["image", "img", "nuxtimg", "zoomimage", "themedimage"], (props) => ({
		kind: "image",
		src: firstOf(props, ["src", "light", "srcLight", "0"]),
		alt: firstOf(props, ["alt", "title", "caption"]),
	})),
	...sameFor(["figure", "imgproc"], (props) => ({
		kind: "figure",
		src: firstOf(props, ["src", "link", "0"]),
		alt: firstOf(props, ["alt", "caption", "title"]),
		caption: firstOf(props, ["caption", "title"]),
	})),
	...sameFor(["youtube", "youtubeembed", "lite-youtube"], (props) => videoOf(props, YOUTUBE)),
	vimeo: (props) => videoOf(props, "https://vimeo.com/"),
	readmore: (props) => ({
		kind: "link",
		href: hrefOf(props),
		text: firstOf(props, ["title", "to"]),
	}),
	...sameFor(["embed", "contentref"], (props) => ({
		kind: "link",
		href: firstOf(props, ["url", "href", "0"]),
		text: firstOf(props, ["title", "url", "href", "0"]),
	})),
	code: (props) => ({ kind: "code-title", title: firstOf(props, ["title", "filename"]) }),
	...sameFor(
		[
			"accordiongroup",
			"accordions",
			"columns",
			"column",
			"frame",
			"fragment",
			"div",
			"section",
			"col",
		],
		() => ({ kind: "children" }),
	),
};

const YOUTUBE = "https://www.youtube.com/watch?v=";

/**
 * @returns `undefined` when the name means nothing here.
 *
 * @example
 * meaningOf({ name: "TabItem", props: { label: "npm" } }); // { kind: "tab", label: "npm" }
 */
export function meaningOf({ name, props }: Component): Meaning | undefined {
	const key = name.toLowerCase().replaceAll(/[-_.]/g, "");
	if (Object.hasOwn(VOCABULARY, key)) return VOCABULARY[key]?.(props, name);
	const callout = matchCallout(key, firstOf(props, ["title", "label", "0"]));
	return callout === undefined ? undefined : { kind: "callout", callout };
}

export function isInline(meaning: Meaning): meaning is InlineMeaning {
	return ["badge", "button", "link", "icon", "image"].includes(meaning.kind);
}

function calloutOf(props: Props): Meaning {
	const kind = firstOf(props, ["type", "kind", "variant", "style", "color", "context", "0"]);
	const title = firstOf(props, ["title", "label", "heading"]);
	const callout = matchCallout(kind, title) ?? matchCallout("note", title);
	return callout === undefined ? { kind: "children" } : { kind: "callout", callout };
}

function detailsOf(props: Props): Meaning | undefined {
	const title = firstOf(props, ["title", "label", "summary", "header", "name", "0"]);
	const callout = matchCallout("details", title);
	return callout && { kind: "callout", callout };
}

function videoOf(props: Props, address: string): Meaning {
	const id = firstOf(props, ["id", "videoId", "videoid", "src", "url", "0"]);
	const href = /^https?:/i.test(id) ? id : address + encodeURIComponent(id);
	return { kind: "link", href, text: firstOf(props, ["title", "label"]) || href };
}

function hrefOf(props: Props): string {
	return firstOf(props, ["href", "to", "link", "url", "relref"]);
}

function firstOf(props: Props, names: readonly string[]): string {
	const name = names.find((candidate) => Object.hasOwn(props, candidate));
	return (name === undefined ? undefined : props[name]) ?? "";
}

function sameFor<Value>(names: readonly string[], value: Value): Record<string, Value> {
	return Object.fromEntries(names.map((name) => [name, value]));
}
