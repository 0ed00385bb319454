import { SourceMap } from "node:module";
import { join } from "node:path";
import type { BuildAsset } from "../../assets/kept-builds.ts";

/** A chunk, line and column in a stack of a browser. */
const PLACE = /https?:\/\/[^\s()]*\/_nuxt\/([\w.-]+\.js):(\d+):(\d+)/g;

/**
 * Replaces the lines of chunks in a browser's stack by those of their sources.
 *
 * @param siteFolder Absolute.
 * @param readAsset Reads an asset of a build for a developer, which has source maps.
 */
export async function originalStack(
	stack: string,
	siteFolder: string,
	readAsset: (name: string) => Promise<BuildAsset | undefined>,
): Promise<string> {
	const names = new Set(Array.from(stack.matchAll(PLACE), ([, name = ""]) => name));
	const maps = new Map<string, SourceMap>();
	for (const name of names) {
		const asset = await readAsset(`${name}.map`);
		if (asset === undefined) continue;
		maps.set(name, new SourceMap(JSON.parse(Buffer.from(asset.body.identity).toString())));
	}
	return stack.replaceAll(PLACE, (place, name: string, line: string, column: string) => {
		const origin = maps.get(name)?.findOrigin(Number(line), Number(column));
		if (origin === undefined || !("fileName" in origin)) return place;
		const { fileName, lineNumber, columnNumber } = origin;
		const isOwn = !fileName.startsWith("../");
		const file = isOwn ? join(siteFolder, fileName.replace(/^site:/, "")) : fileName;
		return `${file}:${lineNumber}:${columnNumber}`;
	});
}
