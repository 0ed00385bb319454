import { SaxesParser } from "saxes";

/** An element; text between elements is not kept, because no icon needs any. */
export interface XmlElement {
	readonly name: string;
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: XmlElement[];
}

/** Deeper than any drawing, and far from the depth at which recursion over it would fail. */
const MAX_DEPTH = 64;

/**
 * Reads a drawing strictly: what is not well-formed is refused as a whole, since guessing is how
 * two readers come to see two documents in one. No entity is expanded but the five of XML.
 *
 * @returns The root element, or `undefined`.
 */
export function readXml(text: string): XmlElement | undefined {
	const document: XmlElement = { name: "", attributes: new Map(), children: [] };
	const open = [document];
	const parser = new SaxesParser();
	// An exception ends the reading at the first mistake; otherwise the parser would go on.
	parser.on("error", (error) => {
		throw error;
	});
	parser.on("opentag", ({ name, attributes }) => {
		if (open.length > MAX_DEPTH) throw new RangeError(`Deeper than ${MAX_DEPTH} levels`);
		const element = { name, attributes: new Map(Object.entries(attributes)), children: [] };
		open.at(-1)?.children.push(element);
		open.push(element);
	});
	parser.on("closetag", () => open.pop());
	try {
		parser.write(text).close();
	} catch {
		return undefined;
	}
	return document.children[0];
}
