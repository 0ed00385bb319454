import type { IconifyIcon } from "@iconify/types";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { escapeAttribute } from "../../shared/document/html.ts";

/** An icon that is safe in any page. */
export interface SanitizedSvg {
	readonly icon: IconifyIcon;
	/** Names of removed elements and attributes, in the order of the file, without repeats. */
	readonly removed: readonly string[];
}

/**
 * Converts an SVG file, which may come from an attacker, to an icon.
 *
 * Rebuilds the icon from the elements and attributes in the lists below. Drops everything else: scripts,
 * handlers, HTML, style sheets, references to other files. Rejects a file that is not well-formed, because
 * a browser might parse it in another way. Expands only the five entities of XML.
 *
 * @param idPrefix Added to every id, because all icons of a page share their ids.
 * @returns `undefined` when the text is not a well-formed SVG with a size.
 */
export function sanitizeSvg(text: string, idPrefix: string): SanitizedSvg | undefined {
	const writer = new IconWriter(idPrefix);
	const parser = new SaxesParser();
	parser.on("error", (error) => {
		throw error;
	});
	parser.on("opentag", (tag) => writer.open(tag));
	parser.on("closetag", (tag) => writer.close(tag));
	try {
		parser.write(text).close();
	} catch {
		return undefined;
	}
	return writer.result;
}

const ELEMENTS = wordSet(
	"g path circle ellipse line rect polyline polygon defs symbol use linearGradient radialGradient stop clipPath mask",
);

const PAINT =
	"fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit " +
	"stroke-dasharray stroke-dashoffset stroke-opacity opacity clip-path clip-rule mask color display " +
	"visibility vector-effect paint-order stop-color stop-opacity";

/** Attributes of the root that its shapes inherit. */
const INHERITED_ATTRIBUTES = wordSet(PAINT);

const ATTRIBUTES = wordSet(
	`${PAINT} id d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points pathLength transform viewBox ` +
		"preserveAspectRatio offset href gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits " +
		"maskContentUnits",
);

/** References are allowed within the same icon only. */
const OWN_REFERENCE = /^#([\w-]+)$/;
const OWN_PAINT = /^url\(\s*["']?#([\w-]+)["']?\s*\)$/;

/** Deeper than any real icon. */
const MAX_DEPTH = 64;

class IconWriter {
	readonly #idPrefix: string;
	readonly #removed = new Set<string>();
	#box: Box | undefined;
	#paint = "";
	#body = "";
	#depth = 0;
	/** Depth of the removed element around the current one. */
	#removedDepth = Number.POSITIVE_INFINITY;

	constructor(idPrefix: string) {
		this.#idPrefix = idPrefix;
	}

	get result(): SanitizedSvg | undefined {
		if (this.#box === undefined) return undefined;
		const body = this.#paint === "" ? this.#body : `<g${this.#paint}>${this.#body}</g>`;
		return { icon: { ...this.#box, body }, removed: [...this.#removed] };
	}

	/** @throws {RangeError} When the elements are nested too deeply. */
	open({ name, attributes, isSelfClosing }: SaxesTagPlain): void {
		this.#depth += 1;
		if (this.#depth > MAX_DEPTH) throw new RangeError(`Deeper than ${MAX_DEPTH} levels`);
		if (this.#depth === 1) {
			if (name !== "svg") return;
			this.#box = readBox(attributes);
			this.#paint = this.#attributes(attributes, INHERITED_ATTRIBUTES, new Set());
		} else if (this.#depth < this.#removedDepth) {
			if (ELEMENTS.has(name)) {
				const written = this.#attributes(attributes, ATTRIBUTES, this.#removed);
				this.#body += `<${name}${written}${isSelfClosing ? "/>" : ">"}`;
			} else {
				this.#removed.add(`<${name}>`);
				this.#removedDepth = this.#depth;
			}
		}
	}

	close({ name, isSelfClosing }: SaxesTagPlain): void {
		const isWritten = this.#depth > 1 && this.#depth < this.#removedDepth;
		if (isWritten && !isSelfClosing) this.#body += `</${name}>`;
		if (this.#depth === this.#removedDepth) this.#removedDepth = Number.POSITIVE_INFINITY;
		this.#depth -= 1;
	}

	#attributes(
		attributes: Readonly<Record<string, string>>,
		allowed: ReadonlySet<string>,
		removed: Set<string>,
	): string {
		let written = "";
		// Drawing programs write paint as a style, which the content security policy forbids.
		const all = Object.entries(attributes).flatMap(([name, value]) =>
			name === "style" ? declarationsOf(value) : [[name, value] as const],
		);
		for (const [sentName, value] of all) {
			const name = sentName === "xlink:href" ? "href" : sentName;
			const safe = allowed.has(name) ? safeValue(name, value, this.#idPrefix) : undefined;
			if (safe === undefined) removed.add(name);
			else written += ` ${name}="${escapeAttribute(safe)}"`;
		}
		return written;
	}
}

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
	// An escape with a backslash could hide the name of a CSS function.
	if (!/url\s*\(|\\/i.test(value)) return value;
	const id = OWN_PAINT.exec(value)?.[1];
	return id === undefined ? undefined : `url(#${idPrefix}${id})`;
}

type Box = Required<Pick<IconifyIcon, "left" | "top" | "width" | "height">>;

/** @returns `undefined` without a positive width and height. */
function readBox({
	viewBox,
	width: w = "",
	height: h = "",
}: Readonly<Record<string, string>>): Box | undefined {
	const numbers = viewBox
		?.trim()
		.split(/[\s,]+/)
		.map(Number);
	const [left, top, width, height] = numbers ?? [0, 0, Number.parseFloat(w), Number.parseFloat(h)];
	if (left === undefined || top === undefined || width === undefined || height === undefined) {
		return undefined;
	}
	const isDrawable = [left, top, width, height].every(Number.isFinite) && width > 0 && height > 0;
	return isDrawable ? { left, top, width, height } : undefined;
}

function wordSet(words: string): ReadonlySet<string> {
	return new Set(words.split(" "));
}
