import type { MarkdownIt } from "markdown-it";

/** `<!-- md:setting config.enabled -->` and `<!-- md:option type:note -->`. */
const SHORTCODE = /<!-- md:(setting|option) ([\w.:*-]{1,100}) -->/gi;

/**
 * Comments in which Material for MkDocs names what a heading or a term is of; a hook of the site, which
 * other documentations have copied, writes them out before anything is parsed. Links lead to them.
 *
 * @example
 * "## <!-- md:setting config.enabled -->" // a heading "enabled" with the id "config.enabled"
 */
export function materialNames(markdown: MarkdownIt): void {
	markdown.core.ruler.after("normalize", "material_names", (state) => {
		if (!state.src.includes("<!-- md:")) return;
		const named = Array.from(state.src.matchAll(SHORTCODE), ([, , path = ""]) => path);
		state.src = state.src.replaceAll(SHORTCODE, (_, kind: string, path: string) => {
			const name = `\`${path.split(/[.:*]/).at(-1)}\``;
			return kind.toLowerCase() === "setting"
				? `${name} {#${path.replaceAll("*", "")}}`
				: `<a id="+${path}"></a>${name}`;
		});
		// Its authors refer to them by their names.
		const targets = new Set(named.map((path) => path.replaceAll("*", "")));
		state.src += `\n\n${Array.from(targets, (path) => `[${path}]: #${path}`).join("\n")}\n`;
	});
}
