import { posix } from "node:path";
import { DOCUMENTATION_FOLDERS, type Recognition } from "../adoption.ts";
import { readSummary } from "../read-summary.ts";
import { editLinkFrom } from "../served-settings.ts";
import { asMap, asText, dig, readData } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://rust-lang.github.io/mdBook/format/configuration/ */
export function recognizeMdbook(folder: SourceFolder): Recognition | undefined {
	const file = folder.find([...DOCUMENTATION_FOLDERS, "book/"].map((place) => `${place}book.toml`));
	if (file === undefined) return undefined;
	const config = readData(folder, file);
	const book = asMap(config["book"]);
	const html = asMap(dig(config, "output", "html"));
	const source = posix.join(posix.dirname(file), asText(book["src"]) ?? "src");
	const summary = folder.read(`${source}/SUMMARY.md`) ?? "";
	const chapters = new Set(linkedFiles(summary));
	return {
		generator: "mdBook",
		evidence: file,
		settings: {
			name: asText(book["title"]),
			description: asText(book["description"]),
			locale: asText(book["language"]),
			editLink: editLinkFrom(
				asText(html["edit-url-template"])?.replace("{path}", "{file}"),
				posix.dirname(file),
			),
			repository: asText(html["git-repository-url"]),
			content: source,
			exclude: [`${source}/SUMMARY.md`],
			navigation: readSummary(summary),
			redirects: Object.fromEntries(
				Object.entries(asMap(html["redirect"])).map(([from, to]) => [
					`/${from.replace(/^\//, "")}`,
					/^[a-z]+:/i.test(String(to))
						? String(to)
						: posix.join("/", posix.dirname(from), String(to)),
				]),
			),
		},
		addressOf: ({ name }) =>
			chapters.has(name)
				? `/${name.replace(/(?:^|(?<=\/))readme\.md$/i, "index.md").replace(/\.md$/, ".html")}`
				: undefined,
	};
}

function linkedFiles(summary: string): readonly string[] {
	return Array.from(summary.matchAll(/\]\(<?(?:\.\/)?([^)>#?\s]+)/g), ([, target = ""]) =>
		decodeURI(target),
	);
}
