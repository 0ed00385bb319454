import { posix } from "node:path";
import { unescapeHtml } from "../../../shared/document/html.ts";
import type { PageData } from "../../../shared/page/payload.ts";
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

/** @returns Ids of modules of the site folder that a page needs, whether or not they exist. */
export function modulesOf({ id, layout, html = "" }: PageData): readonly string[] {
	// The entry has the styles of the layout "default", the frame of every page.
	const layouts = layout === "default" ? [] : [`layouts/${layout}`];
	return [id, ...layoutsAbove(id), ...layouts, ...codePartsIn(html)];
}

/** @returns Ids of the layouts in the folders above a React page, whether or not they exist. */
export function layoutsAbove(id: string): readonly string[] {
	const ids: string[] = [];
	for (let folder = posix.dirname(id); folder !== "."; folder = posix.dirname(folder)) {
		ids.push(`${folder}/layout`);
	}
	return ids;
}
