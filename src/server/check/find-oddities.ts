import { relative } from "node:path";
import type { Problem } from "../content/problem.ts";
import type { Revision } from "../content/revision.ts";

/** Larger pictures take over a second on a phone. */
const MAX_IMAGE_BYTES = 1_000_000;

const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

const MEGABYTE = 1_000_000;

/** Finds pages with equal titles, and large images. */
export function findOddities({ pages, files }: Pick<Revision, "pages" | "files">): Problem[] {
	return [...equalTitles(pages), ...heavyImages(files)];
}

/** Search engines and tabs show only the title, so pages of a folder need different ones. */
function equalTitles(pages: Revision["pages"]): Problem[] {
	const listed = [...pages.values()].filter(
		({ frontMatter, title }) => title !== "" && frontMatter.redirect === undefined,
	);
	const groups = Map.groupBy(listed, ({ path, title }) => `${topOf(path)}\0${title}`);
	return [...groups.values()].flatMap(([first, ...others]) =>
		others.map(({ file, title }) => ({
			file,
			line: 1,
			message: `The title "${title}" is also that of "${first?.file}"`,
		})),
	);
}

/** Languages, versions and sections may share titles such as "Introduction". */
function topOf(path: string): string {
	return path.slice(0, path.lastIndexOf("/"));
}

function heavyImages(files: Revision["files"]): Problem[] {
	return [...files].flatMap(([path, { size, realRoot, absolutePath }]) =>
		IMAGE.test(path) && size > MAX_IMAGE_BYTES
			? [
					{
						file: relative(realRoot, absolutePath).replaceAll("\\", "/"),
						message: `The image is ${(size / MEGABYTE).toFixed(1)} MB: it should have less than ${MAX_IMAGE_BYTES / MEGABYTE} MB`,
					},
				]
			: [],
	);
}
