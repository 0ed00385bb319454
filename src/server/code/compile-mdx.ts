import { compile } from "@mdx-js/mdx";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import { parse as parseYaml } from "yaml";

/** The top of a page: YAML between two lines of dashes. */
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

const TAG = /<([A-Z]\w*)/g;

/** Lines before the first line of the file in what is compiled. */
export const MDX_LINES_BEFORE = 2;

/**
 * Compiles a page in MDX into a module that exports the component and `meta`, its front matter.
 *
 * Components of the folder need no import, as in Markdown.
 *
 * @param componentFile The module of a component; `undefined` for any other name.
 * @throws {VFileMessage} Its line counts from {@link MDX_LINES_BEFORE} lines before the file.
 */
export async function compileMdx(
	source: string,
	componentFile: (name: string) => string | undefined,
): Promise<string> {
	const [top = "", yaml = ""] = FRONT_MATTER.exec(source) ?? [];
	const body = top.replaceAll(/[^\n]/g, "") + source.slice(top.length);
	const imports = Array.from(new Set(body.match(TAG)), (tag) => tag.slice(1)).flatMap((name) => {
		const file = componentFile(name);
		const isImported = new RegExp(`^import\\b.*\\b${name}\\b`, "m").test(body);
		return file === undefined || isImported ? [] : `import ${name} from ${JSON.stringify(file)};`;
	});
	const meta = /^export\s+const\s+meta\b/m.test(body)
		? []
		: [`export const meta = ${JSON.stringify(parseYaml(yaml) ?? {})};`];
	const layout = /^export\s+default\b|^export\s*\{[^}]*\bdefault\b/m.test(body)
		? []
		: [`export { MdxLayout as default } from "loggia/mdx";`];
	const before = [...imports, ...meta, ...layout].join(" ");
	const compiled = await compile(`${before}\n\n${body}`, {
		remarkPlugins: [remarkGfm],
		rehypePlugins: [rehypeSlug],
	});
	return String(compiled);
}
