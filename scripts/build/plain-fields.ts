import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** How the compiler of the package has written `this.name = `. */
const DEFINED_FIELD =
	/_defineProperty\(\s*this,\s*(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*)?"(\w+)",\s*/g;

/**
 * Gives the classes of markdown-it their fields by assignment. It is published with a call of a
 * helper for each field, and makes an object of twenty fields for each word with an asterisk:
 * that call is a tenth of what parsing takes.
 */
export const plainFields: Plugin = {
	name: "plain-fields",
	setup(build) {
		build.onLoad(
			{ filter: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ },
			async ({ path }) => ({
				contents: withPlainFields(await readFile(path, "utf8")),
			}),
		);
	},
};

/** @throws {Error} When no field is defined in this way: then this plugin can go. */
export function withPlainFields(source: string): string {
	const plain = source.replaceAll(DEFINED_FIELD, "this.$1 = (");
	if (plain === source) throw new Error("Fields of markdown-it must be defined by a helper");
	return plain;
}
