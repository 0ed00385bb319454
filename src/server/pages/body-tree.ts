import { DomUtils, ElementType, parseDocument } from "htmlparser2";
import type { BodyNode } from "../../shared/page/payload.ts";
import { COMPONENT_TAG } from "../content/markdown/boxes/site-component.ts";

export interface ParsedTree {
	readonly tree: readonly BodyNode[];
	/** Names of the components in it. */
	readonly components: readonly string[];
}

/** @param html With components of the site folder. */
export function parseBodyTree(html: string): ParsedTree {
	const { childNodes } = parseDocument(html, { lowerCaseAttributeNames: false });
	const components = new Set<string>();
	return { tree: nodesOf(childNodes), components: [...components] };

	function nodesOf(nodes: typeof childNodes): readonly BodyNode[] {
		return nodes.flatMap((node) => nodeOf(node) ?? []);
	}

	function nodeOf(node: (typeof childNodes)[number]): BodyNode | undefined {
		if (node.type === ElementType.Text) return node.data;
		if (!("attribs" in node)) return undefined;
		const { name: tag, attribs: attributes } = node;
		if (tag === COMPONENT_TAG) {
			const name = attributes["data-name"] ?? "";
			components.add(name);
			// Our own renderer wrote it.
			const props = JSON.parse(attributes["data-props"] ?? "{}") as Record<string, unknown>;
			return { component: name, props, children: nodesOf(node.childNodes) };
		}
		const isParent = DomUtils.existsOne(({ name }) => name === COMPONENT_TAG, node.childNodes);
		return isParent
			? { tag, attributes, children: nodesOf(node.childNodes) }
			: { tag, attributes, html: DomUtils.getInnerHTML(node) };
	}
}
