import { posix } from "node:path";
import { type Adoption, DOCUMENTATION_FOLDERS } from "../adoption.ts";
import { folderEntries } from "../folder-entries.ts";
import { stemOf } from "../page-address.ts";
import { asText, dig, readData } from "../read-data.ts";
import type { SourceFolder } from "../source-folder.ts";

const NUMBERED = /^\d+\.\D/;

/** Docus and Nuxt Content have hardly a configuration: numbers with a dot before names tell them. */
export function recognizeNuxtContent(folder: SourceFolder): Adoption | undefined {
	const content = DOCUMENTATION_FOLDERS.flatMap((place) => [
		`${place}content/en`,
		`${place}content`,
		place.replace(/\/$/, ""),
	]).find((place) => folder.names(place).filter((name) => NUMBERED.test(name)).length >= 2);
	if (content === undefined) return undefined;
	const base = posix.dirname(content).replace(/\/?content$/, "") || ".";
	const nuxt = folder.find(
		["nuxt.config.ts", "nuxt.config.js"].map((name) => posix.join(base, name)),
	);
	const app = folder.find([`${base}/app.config.ts`, `${base}/app/app.config.ts`]);
	const config = nuxt === undefined ? {} : readData(folder, nuxt);
	const appConfig = app === undefined ? {} : readData(folder, app);
	return {
		generator: "Nuxt Content",
		evidence: nuxt ?? content,
		settings: {
			name:
				asText(dig(config, "site", "name")) ??
				asText(dig(appConfig, "seo", "siteName")) ??
				asText(dig(appConfig, "docus", "title")),
			description:
				asText(dig(config, "site", "description")) ?? asText(dig(appConfig, "seo", "description")),
			url: asText(dig(config, "site", "url")) ?? asText(dig(appConfig, "docus", "url")),
			primary: asText(dig(appConfig, "ui", "colors", "primary")),
			content,
			anchors: "nuxt",
			navigation: folderEntries(folder, content, "").map((entry) =>
				entry.pages === undefined && entry.title === undefined
					? entry
					: { ...entry, section: "continued" as const },
			),
			navigationOrder: "name",
		},
		addressOf: ({ name }) =>
			stemOf(
				name
					.split("/")
					.map((part) => part.replace(/^\d+\.(?=\D)/, ""))
					.join("/"),
			).toLowerCase(),
	};
}
