import { posix } from "node:path";
import type { Recognition } from "../adoption.ts";
import { unlistedBy } from "../hiding-rules.ts";
import { linksIn, readSummary } from "../navigation-entries.ts";
import { htmlOf, isExternal } from "../page-address.ts";
import { editLinkFrom } from "../served-settings.ts";
import * as data from "../source/data.ts";
import { findConfig } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://rust-lang.github.io/mdBook/format/configuration/ */
export function recognizeMdbook(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, ["book.toml", "book/book.toml"]);
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const book = data.map(config, "book");
	const html = data.map(config, "output.html");
	const source = posix.join(base, data.text(book, "src") ?? "src");
	const summary = folder.read(`${source}/SUMMARY.md`) ?? "";
	return {
		generator: "mdBook",
		evidence: file,
		settings: {
			name: data.text(book, "title"),
			description: data.text(book, "description"),
			locale: data.text(book, "language"),
			editLink: editLinkFrom(
				data.text(html, "edit-url-template")?.replace("{path}", "{file}"),
				base,
			),
			repository: data.text(html, "git-repository-url"),
			content: [{ folder: source, ending: "html" }],
			navigation: readSummary(summary),
			redirects: Object.entries(data.map(html, "redirect")).map(([from, to]) => [
				`/${from.replace(/^\//, "")}`,
				isExternal(String(to)) ? String(to) : posix.join("/", posix.dirname(from), String(to)),
			]),
		},
		rules: [unlistedBy("SUMMARY.md", linksIn(summary))],
		addressOf: ({ name }) => htmlOf(name),
	};
}
