import { unescapeHtml } from "../../../shared/document/html.ts";
import { COMPONENT_TAG } from "../markdown/directives/site-component.ts";

const PART = new RegExp(`<(?:(${COMPONENT_TAG}) data-name|div data-island)="([^"]+)"`, "g");

/** @returns Ids of the components and islands in a body, such as `components/Chart`, each once. */
export function codePartsIn(html: string): readonly string[] {
	const ids = Array.from(html.matchAll(PART), ([, tag, name = ""]) =>
		tag === undefined ? islandPart(name) : `components/${unescapeHtml(name)}`,
	);
	return [...new Set(ids)];
}

export function islandPart(name: string): string {
	return `islands/${name}`;
}
