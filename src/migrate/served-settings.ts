import { posix } from "node:path";
import type { LookLink } from "../shared/page/site-look.ts";
import type { AdoptedFolder, AdoptedSettings } from "./adoption.ts";
import type { SourceFolder } from "./source/source-folder.ts";

/** Replaces names of image files with their addresses. Generators use paths relative to different folders. */
export function withServedFiles(settings: AdoptedSettings, source: SourceFolder): AdoptedSettings {
	const { logo, favicon, publicFolder = "public", content } = settings;
	const folders = typeof content === "string" ? [{ folder: content }] : content;
	const places: readonly AdoptedFolder[] = [{ folder: publicFolder }, ...folders];
	const pair = typeof logo === "string" ? pairOf(logo) : logo;
	const [light, dark] = [serve(pair?.light), serve(pair?.dark)];
	return {
		...settings,
		logo:
			light === undefined || dark === undefined || light === dark
				? (light ?? dark)
				: { light, dark },
		favicon: serve(favicon),
	};

	function serve(file: string | undefined): string | undefined {
		if (file === undefined) return undefined;
		const name = posix.normalize(file).replace(/^\/+/, "");
		for (const { folder, at = "/" } of places) {
			const below = posix.relative(folder, name);
			if (source.isFile(posix.join(folder, name))) return posix.join("/", at, name);
			if (!below.startsWith("..") && source.isFile(name)) return posix.join("/", at, below);
		}
		return undefined;
	}
}

/**
 * Rewrites the address for editing a page: `{file}` becomes relative to the site folder.
 *
 * @param pattern With `{file}` relative to `folder`.
 * @param folder Relative to the site folder.
 * @returns `undefined` if the repository has another name for the folder.
 */
export function editLinkFrom(pattern: string | undefined, folder: string): string | undefined {
	const name = posix.normalize(folder).replace(/\/$/, "");
	if (pattern === undefined || name === ".") return pattern;
	const end = `/${name}/{file}`;
	return pattern.endsWith(end) ? `${pattern.slice(0, -end.length)}/{file}` : undefined;
}

/** @returns A picture or color for each mode; `undefined` without one for the light mode. */
export function pairOf(light: string | undefined, dark = light) {
	return light === undefined || dark === undefined ? undefined : { light, dark };
}

/** @returns An empty list unless both are defined. */
export function linkOf(label: string | undefined, url: string | undefined): readonly LookLink[] {
	return label === undefined || url === undefined ? [] : [{ label, url }];
}

/** @param repository A URL, or the name of a repository at GitHub. */
export function repositoryUrl(repository: string): string {
	return /^https?:/.test(repository) ? repository : `https://github.com/${repository}`;
}
