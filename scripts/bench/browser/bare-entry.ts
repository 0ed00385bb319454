import { build } from "esbuild";
import { BROWSER_OPTIONS } from "../../build/common-options.ts";

/** @returns The script that hydrates a page by React and its router alone, as one file. */
export async function bareEntry(root: string): Promise<string> {
	const { outputFiles } = await build({
		...BROWSER_OPTIONS,
		absWorkingDir: root,
		entryPoints: ["test/bench/bare-hydrate.tsx"],
		outdir: "bare-hydrate",
		splitting: false,
	});
	const [script] = outputFiles;
	if (script === undefined) throw new Error("The yardstick has no script");
	return script.text;
}
