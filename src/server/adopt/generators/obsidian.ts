import type { Adoption } from "../adoption.ts";
import { ownAddress, stemOf } from "../page-address.ts";
import { asText, readData } from "../read-data.ts";
import type { SourceFolder } from "../source-folder.ts";

const MAX_LOOKED_THROUGH = 60;

/** A vault; Obsidian Publish writes blanks of addresses as plus signs. */
export function recognizeObsidian(folder: SourceFolder): Adoption | undefined {
	const evidence = [".obsidian", "publish.css", "publish.js"].find(
		(name) => folder.isFolder(name) || folder.isFile(name),
	);
	const inner = folder.names("").find((name) => folder.isFolder(`${name}/.obsidian`));
	if (evidence === undefined && inner === undefined && !hasWikilinks(folder)) return undefined;
	const content = evidence === undefined ? (inner ?? "") : "";
	const app = readData(folder, `${content === "" ? "" : `${content}/`}.obsidian/publish.json`);
	return {
		generator: "Obsidian",
		evidence: evidence ?? (inner === undefined ? "its links" : `${inner}/.obsidian`),
		settings: {
			name: asText(app["siteName"]),
			content: content === "" ? "." : content,
			navigationOrder: "name",
		},
		addressOf: (page) => {
			const own = ownAddress(page, ["permalink"]);
			return own === undefined ? stemOf(page.name) : `/${own.replace(/^\//, "")}`;
		},
	};
}

/** A vault that was copied without its hidden folder still links by name. */
function hasWikilinks(folder: SourceFolder): boolean {
	const some = folder.pages("").slice(0, MAX_LOOKED_THROUGH);
	const linked = some.filter((file) => /\[\[[^[\]\n]+\]\]/.test(folder.read(file) ?? ""));
	return linked.length > some.length / 4;
}
