import { posix } from "node:path";
import type { LookLink } from "../shared/page/site-look.ts";
import type { AdoptedSettings } from "./adoption.ts";
import type { SourceFolder } from "./source/source-folder.ts";

/** A folder and the address of its files. */
interface Place {
	readonly folder: string;
	readonly at: string;
}

/** Replaces files of pictures with their addresses. Generators name files, relative to different folders. */
export function withServedFiles(settings: AdoptedSettings, source: SourceFolder): AdoptedSettings {
	const { logo, favicon, publicFolder = "public", content } = settings;
	const folders = typeof content === "string" ? [{ folder: content }] : content;
	const places: readonly Place[] = [{ folder: publicFolder, at: "/" }, ...folders].map(
		({ folder, at = "/" }: { folder: string; at?: string }) => ({ folder, at }),
	);
	const serve = (file: string | undefined): string | undefined =>
		file === undefined ? undefined : addressOf(file, places, source);
	const pair = typeof logo === "string" ? { light: logo, dark: logo } : logo;
	const [light, dark] = [serve(pair?.light), serve(pair?.dark)];
	return {
		...settings,
		logo:
			light === undefined || dark === undefined || light === dark
				? (light ?? dark)
				: { light, dark },
		favicon: serve(favicon),
	};
}

function addressOf(
	file: string,
	places: readonly Place[],
	source: SourceFolder,
): string | undefined {
	const name = posix.normalize(file).replace(/^\/+/, "");
	for (const { folder, at } of places) {
		const path = posix.join(folder, name);
		if (source.isFile(path)) return posix.join("/", at, name);
		const below = posix.relative(folder, name);
		if (!below.startsWith("..") && source.isFile(name)) return posix.join("/", at, below);
	}
	return undefined;
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

/** @returns `undefined` without a picture for each mode. */
export function logoPair(
	light: string | undefined,
	dark = light,
): { readonly light: string; readonly dark: string } | undefined {
	return light === undefined || dark === undefined ? undefined : { light, dark };
}

/** @returns Nothing without both. */
export function linkOf(label: string | undefined, url: string | undefined): readonly LookLink[] {
	return label === undefined || url === undefined ? [] : [{ label, url }];
}
