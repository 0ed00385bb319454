import remapping from "@jridgewell/remapping";

/** Registers components at React Fast Refresh; resolved to a module of the app. */
export const REFRESH_RUNTIME = "loggia:refresh";

/**
 * Compiles a module for the browser of a developer. React Fast Refresh replaces its components after a
 * save, and preserves their state.
 *
 * @param file Relative to the site folder; identifies the components.
 * @param lang The syntax of the text.
 * @param map Source map of the text, if it is compiled already.
 * @throws {SyntaxError} When the text cannot be parsed.
 */
export async function refreshModule(
	file: string,
	text: string,
	lang: "js" | "jsx" | "ts" | "tsx",
	map?: string,
): Promise<string> {
	// Loaded here, since a server for visitors does not have it.
	const { transform } = await import("oxc-transform");
	const compiled = await transform(file, text, {
		lang,
		sourcemap: true,
		jsx: { runtime: "automatic", development: true, refresh: true },
		typescript: { onlyRemoveTypeImports: false },
	});
	const [error] = compiled.errors;
	if (error !== undefined) throw new SyntaxError(error.message);
	// On the first line, so that the source map stays right.
	const head = `import { registerIn as $in, $RefreshSig$ } from "${REFRESH_RUNTIME}"; const $RefreshReg$ = $in(${JSON.stringify(file)}); `;
	const { map: own } = compiled;
	if (own === undefined) return head + compiled.code;
	const chained = map === undefined ? own : remapping([{ ...own, version: 3 }, map], () => null);
	const encoded = Buffer.from(JSON.stringify(chained)).toString("base64");
	return `${head}${compiled.code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}
