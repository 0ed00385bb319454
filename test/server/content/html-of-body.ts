import type { BodyPart, ParsedBody } from "../../../src/server/content/markdown/body-notes.ts";

/** A body with the gaps of its references left empty. */
export function htmlOfBody({ parts }: ParsedBody): string {
	return parts.filter((part) => typeof part === "string").join("");
}

/** A body that says in the place of each reference where it leads. */
export function htmlWithTargets({ parts }: ParsedBody): string {
	return parts.map(textOf).join("");
}

function textOf(part: BodyPart): string {
	if (typeof part === "string") return part;
	const { kind, target, attributes = "", width, height } = part;
	if (kind === "link") return ` data-target="${target}"`;
	const room = Object.entries({ width, height }).flatMap(([name, value]) =>
		value === undefined ? [] : [` ${name}="${value}"`],
	);
	return `<img data-target="${target}"${attributes}${room.join("")}>`;
}
