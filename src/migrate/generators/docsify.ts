import { posix } from "node:path";
import type { Recognition } from "../adoption.ts";
import { readSummary } from "../navigation-entries.ts";
import { stemOf } from "../page-address.ts";
import { repositoryUrl } from "../served-settings.ts";
import { DOCUMENTATION_FOLDERS } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://docsify.js.org/#/configuration */
export function recognizeDocsify(folder: SourceFolder): Recognition | undefined {
	const file = DOCUMENTATION_FOLDERS.map((place) => `${place}index.html`).find((path) =>
		folder.read(path)?.includes("$docsify"),
	);
	if (file === undefined) return undefined;
	const script = folder.read(file) ?? "";
	const setting = (name: string): string | undefined =>
		new RegExp(`\\b${name}:\\s*["']([^"']+)["']`).exec(script)?.[1];
	const base = posix.dirname(file);
	const sidebarFile = setting("loadSidebar") ?? "_sidebar.md";
	const sidebar = folder.read(posix.join(base, sidebarFile));
	const repository = setting("repo");
	return {
		generator: "Docsify",
		evidence: file,
		settings: {
			name: setting("name") ?? /<title>([^<]+)/.exec(script)?.[1],
			description: /<meta name="description" content="([^"]+)"/.exec(script)?.[1],
			repository: repository && repositoryUrl(repository),
			content: base,
			navigation: sidebar === undefined ? undefined : readSummary(sidebar),
			navigationOrder: "name",
		},
		rules: [{ name: "parts of pages", hides: ({ below }) => below === sidebarFile }],
		// Without the history mode, addresses are in the fragment, which browsers do not send.
		...(setting("routerMode") === "history" && {
			addressOf: ({ name }: { readonly name: string }) => stemOf(name),
		}),
	};
}
