import type { Adoption } from "../adoption.ts";
import { stemOf } from "../page-address.ts";
import type { SourceFolder } from "../source-folder.ts";

/** A repository with a README, as GitHub shows it. */
export function recognizeRepository(folder: SourceFolder): Adoption | undefined {
	const readme = folder.names("").find((name) => /^readme\.md$/i.test(name));
	const hasDocs = folder.isFolder("docs");
	if (readme === undefined && !hasDocs) return undefined;
	return {
		generator: "README and docs",
		evidence: readme ?? "docs",
		settings: {
			name: /^#\s+([^\n<[]+)$/m.exec(folder.read(readme ?? "") ?? "")?.[1]?.trim(),
			content: readme === undefined ? "docs" : ".",
			exclude: ["**/{test,tests,testdata,fixtures,vendor,target,dist}/**", "**/.*/**"],
			anchors: "github",
		},
		addressOf: ({ name }) => stemOf(name),
	};
}
