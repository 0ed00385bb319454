import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Problem } from "../../content/problem.ts";
import type { ClientBundle } from "../bundle/bundle-client.ts";

/**
 * Makes code out of a string, which the content security policy of the site forbids. Packages catch the
 * error of the usual look-up of the global object, and do without it.
 */
const EVALUATES = /\bnew Function\((?!\s*["'`]return this)/;

const PACKAGE = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Returns a problem for each package in the browser's scripts that makes code out of strings. */
export function evaluatingPackages(
	root: string,
	{ assets, metafile }: Pick<ClientBundle, "assets" | "metafile">,
): readonly Problem[] {
	const texts = new Map(
		assets.map(({ path, contents }) => [basename(path), Buffer.from(contents).toString()]),
	);
	const files = Object.entries(metafile.outputs)
		.filter(([path]) => EVALUATES.test(texts.get(basename(path)) ?? ""))
		.flatMap(([, { inputs }]) => Object.entries(inputs))
		.filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && PACKAGE.test(path))
		.filter(([path]) => EVALUATES.test(readFileSync(join(root, path), "utf8")));
	const names = files.flatMap(([path]) => PACKAGE.exec(path)?.[1] ?? []);
	return [...new Set(names)].map((name) => ({
		file: "package.json",
		message: `The package "${name}" calls "new Function", which the content security policy of the site forbids: that part of it fails in the browser`,
	}));
}
