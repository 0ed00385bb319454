import { posix } from "node:path";
import type { Recognition } from "../adoption.ts";
import { unlistedBy } from "../hiding-rules.ts";
import { linksIn, readSummary } from "../navigation-entries.ts";
import { slugPath, stemOf } from "../page-address.ts";
import * as data from "../source/data.ts";
import { readData } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://gitbook.com/docs/getting-started/git-sync/content-configuration */
export function recognizeGitbook(folder: SourceFolder): Recognition | undefined {
	const names = [".gitbook.yaml", "docs/.gitbook.yaml", "SUMMARY.md", "docs/SUMMARY.md"];
	const file = folder.find(names);
	if (file === undefined) return undefined;
	const config = file.endsWith(".md") ? {} : readData(folder, file);
	const content = posix
		.join(posix.dirname(file), data.text(config, "root") ?? "")
		.replace(/\/$/, "");
	const summaryFile = posix.join(content, data.text(config, "structure.summary") ?? "SUMMARY.md");
	const summary = folder.read(summaryFile);
	return {
		generator: "GitBook",
		evidence: file,
		settings: {
			name: /^#\s+(.+)$/m.exec(folder.read(posix.join(content, "README.md")) ?? "")?.[1],
			content,
			anchors: "gitbook",
			navigation: summary === undefined ? undefined : readSummary(summary),
			navigationOrder: "name",
			redirects: Object.entries(data.map(config, "redirects")).map(([from, to]) => [
				`/${from.replace(/^\//, "")}`,
				stemOf(String(to).replace(/^\.?\//, "")),
			]),
		},
		rules: summary === undefined ? [] : [unlistedBy(posix.basename(summaryFile), linksIn(summary))],
		addressOf: ({ name }) => slugPath(stemOf(name)),
	};
}
