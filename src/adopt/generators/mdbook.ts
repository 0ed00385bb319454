import { posix } from "node:path";
import type { Recognition } from "../adoption.ts";
import { readSummary } from "../navigation-entries.ts";
import { htmlOf, isExternal } from "../page-address.ts";
import { editLinkFrom } from "../served-settings.ts";
import { asMap, asText, dig, findConfig } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://rust-lang.github.io/mdBook/format/configuration/ */
export function recognizeMdbook(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, ["book.toml", "book/book.toml"]);
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const book = asMap(config["book"]);
	const html = asMap(dig(config, "output", "html"));
	const source = posix.join(base, asText(book["src"]) ?? "src");
	const summary = folder.read(`${source}/SUMMARY.md`) ?? "";
	const chapters = new Set(linkedFiles(summary));
	return {
		generator: "mdBook",
		evidence: file,
		settings: {
			name: asText(book["title"]),
			description: asText(book["description"]),
			locale: asText(book["language"]),
			editLink: editLinkFrom(asText(html["edit-url-template"])?.replace("{path}", "{file}"), base),
			repository: asText(html["git-repository-url"]),
			content: [{ folder: source, ending: "html" }],
			exclude: [`${source}/SUMMARY.md`],
			navigation: readSummary(summary),
			redirects: Object.fromEntries(
				Object.entries(asMap(html["redirect"])).map(([from, to]) => [
					`/${from.replace(/^\//, "")}`,
					isExternal(String(to)) ? String(to) : posix.join("/", posix.dirname(from), String(to)),
				]),
			),
		},
		addressOf: ({ name }) => (chapters.has(name) ? htmlOf(name) : undefined),
	};
}

function linkedFiles(summary: string): readonly string[] {
	return Array.from(summary.matchAll(/\]\(<?(?:\.\/)?([^)>#?\s]+)/g), ([, target = ""]) =>
		decodeURI(target),
	);
}
