import { posix } from "node:path";
import { type Adoption, DOCUMENTATION_FOLDERS } from "../adoption.ts";
import { ownAddress, stemOf } from "../page-address.ts";
import { asMap, asText, dig, readData } from "../read-data.ts";
import type { SourceFolder } from "../source-folder.ts";

const NAMES = ["hugo", "config", "config/_default/hugo", "config/_default/config"];

/** @see https://gohugo.io/configuration/ */
export function recognizeHugo(folder: SourceFolder): Adoption | undefined {
	const file = folder.find(
		DOCUMENTATION_FOLDERS.flatMap((place) =>
			NAMES.flatMap((name) =>
				["toml", "yaml", "yml", "json"].map((ending) => `${place}${name}.${ending}`),
			),
		),
	);
	const base = posix.dirname(file ?? "").replace(/\/?config\/_default$/, "") || ".";
	if (file === undefined || (!/hugo\./.test(file) && !folder.isFolder(posix.join(base, "content"))))
		return undefined;
	const config = readData(folder, file);
	const locale = asText(config["defaultContentLanguage"]) ?? "en";
	const language = asMap(dig(config, "languages", locale));
	const mounted = asText(language["contentDir"]) ?? asText(config["contentDir"]);
	const inLanguage = posix.join(base, `content/${locale}`);
	const content =
		mounted === undefined
			? folder.isFolder(inLanguage)
				? inLanguage
				: posix.join(base, "content")
			: posix.join(base, mounted);
	return {
		generator: "Hugo",
		evidence: file,
		settings: {
			name: asText(language["title"]) ?? asText(config["title"]),
			description:
				asText(dig(language, "params", "description")) ??
				asText(dig(config, "params", "description")),
			url: asText(config["baseURL"])?.replace(/\/$/, ""),
			locale: asText(config["languageCode"]),
			content,
			publicFolder: posix.join(base, "static"),
			anchors: "hugo",
		},
		addressOf: (page) => {
			const own = ownAddress(page, ["url"]);
			if (own !== undefined) return own.startsWith("/") ? own : `/${own}`;
			const stem = stemOf(page.name).toLowerCase().replaceAll(" ", "-");
			const slug = ownAddress(page, ["slug"]);
			return slug === undefined || stem === "/"
				? stem
				: `${stem.slice(0, stem.lastIndexOf("/"))}/${slug}`;
		},
	};
}
