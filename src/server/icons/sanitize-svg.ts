import type { IconifyIcon } from "@iconify/types";
import { escapeAttribute } from "../../shared/document/html.ts";
import { readXml, type XmlElement } from "./read-xml.ts";

/** An icon that may stand in any page, and what had to be left out of it. */
export interface SanitizedSvg {
	readonly icon: IconifyIcon;
	/** Names of elements and attributes, in the order of the file, without repeats. */
	readonly removed: readonly string[];
}

/**
 * Makes an icon of a file that anybody may have drawn, or that an attacker made.
 *
 * It is written anew from what is known to be harmless: shapes, paint and the references
 * between them. Scripts, handlers, embedded HTML, style sheets and references to anywhere
 * else have no name in the lists below, so they are gone, whatever they are called.
 *
 * @param idPrefix Put before every id, since all icons of a page share one name space.
 * @returns `undefined` when the text is no SVG, or has no size.
 */
export function sanitizeSvg(text: string, idPrefix: string): SanitizedSvg | undefined {
	const root = readXml(text);
	if (root === undefined || root.name !== "svg") return undefined;
	const box = readBox(root);
	if (box === undefined) return undefined;
	const removed = new Set<string>();
	const paint = renderAttributes(root, INHERITED_ATTRIBUTES, { idPrefix, removed: new Set() });
	const body = renderChildren(root, { idPrefix, removed });
	const icon = { ...box, body: paint === "" ? body : `<g${paint}>${body}</g>` };
	return { icon, removed: [...removed] };
}

const ELEMENTS: ReadonlySet<string> = new Set(
	(
		"g path circle ellipse line rect polyline polygon defs symbol use " +
		"linearGradient radialGradient stop clipPath mask"
	).split(" "),
);

const PAINT_ATTRIBUTES =
	"fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit " +
	"stroke-dasharray stroke-dashoffset stroke-opacity opacity clip-path clip-rule mask color display " +
	"visibility vector-effect paint-order stop-color stop-opacity";

/** Attributes of the root that its shapes inherit. */
const INHERITED_ATTRIBUTES: ReadonlySet<string> = new Set(PAINT_ATTRIBUTES.split(" "));

const ATTRIBUTES: ReadonlySet<string> = new Set(
	(
		`${PAINT_ATTRIBUTES} id d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points pathLength ` +
		"transform viewBox preserveAspectRatio offset href gradientUnits gradientTransform spreadMethod " +
		"clipPathUnits maskUnits maskContentUnits"
	).split(" "),
);

/** The only references there may be: to something inside the same icon. */
const OWN_REFERENCE = /^#([\w-]+)$/;
const OWN_PAINT = /^url\(\s*["']?#([\w-]+)["']?\s*\)$/;

interface Writing {
	readonly idPrefix: string;
	readonly removed: Set<string>;
}

function renderChildren({ children }: XmlElement, writing: Writing): string {
	return children.map((child) => renderElement(child, writing)).join("");
}

function renderElement(element: XmlElement, writing: Writing): string {
	if (!ELEMENTS.has(element.name)) {
		writing.removed.add(`<${element.name}>`);
		return "";
	}
	const attributes = renderAttributes(element, ATTRIBUTES, writing);
	const body = renderChildren(element, writing);
	return `<${element.name}${attributes}${body === "" ? "/>" : `>${body}</${element.name}>`}`;
}

function renderAttributes(
	{ attributes }: XmlElement,
	allowed: ReadonlySet<string>,
	writing: Writing,
): string {
	return [...attributes]
		.flatMap(([name, value]) =>
			name === "style" ? declarationsOf(value) : [[name, value] as const],
		)
		.map(([name, value]) => [name === "xlink:href" ? "href" : name, value] as const)
		.flatMap(([name, value]) => {
			const safe = allowed.has(name) ? safeValue(name, value, writing.idPrefix) : undefined;
			if (safe === undefined) {
				writing.removed.add(name);
				return [];
			}
			return [` ${name}="${escapeAttribute(safe)}"`];
		})
		.join("");
}

/** Drawing programs write paint as a style, which the content security policy forbids. */
function declarationsOf(style: string): (readonly [name: string, value: string])[] {
	return style
		.split(";")
		.map((declaration) => declaration.split(":"))
		.filter((parts) => parts.length === 2)
		.map(([name = "", value = ""]) => [name.trim(), value.trim()] as const);
}

function safeValue(name: string, value: string, idPrefix: string): string | undefined {
	if (name === "id") return /^[\w-]+$/.test(value) ? idPrefix + value : undefined;
	if (name === "href") {
		const id = OWN_REFERENCE.exec(value)?.[1];
		return id === undefined ? undefined : `#${idPrefix}${id}`;
	}
	// A backslash could spell any function of CSS in a way that a search would not find.
	if (!/url\s*\(|\\/i.test(value)) return value;
	const id = OWN_PAINT.exec(value)?.[1];
	return id === undefined ? undefined : `url(#${idPrefix}${id})`;
}

type Box = Required<Pick<IconifyIcon, "left" | "top" | "width" | "height">>;

function readBox({ attributes }: XmlElement): Box | undefined {
	const viewBox = attributes
		.get("viewBox")
		?.trim()
		.split(/[\s,]+/)
		.map(Number) ?? [
		0,
		0,
		Number.parseFloat(attributes.get("width") ?? ""),
		Number.parseFloat(attributes.get("height") ?? ""),
	];
	const [left, top, width, height] = viewBox;
	if (left === undefined || top === undefined || width === undefined || height === undefined) {
		return undefined;
	}
	const isDrawable = viewBox.every(Number.isFinite) && width > 0 && height > 0;
	return isDrawable ? { left, top, width, height } : undefined;
}
