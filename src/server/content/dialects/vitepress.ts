import { type Dialect, type Include, linesOf, REGION_NAME } from "../markdown/dialect.ts";
import { fenceAfter } from "../markdown/lines.ts";

/**
 * Includes of VitePress: `<<< @/a.ts#region` for code, `<!--@include: ./a.md-->` for Markdown. Removes
 * the tags of Vue's slots, and reads code tabs of VuePress.
 */
export const vitepress: Dialect = {
	readInclude: (line) => (line.startsWith("<<<") ? readCode(line) : readPart(line)),
	rewrite: rewriteVue,
};

const SLOT = /<template\s{1,5}(?:#|v-slot)[^<>\n]{0,200}>|<\/template>/g;

/** Heading id in the delimiters of Vue's translated documentation: `%{#id}%`. */
const TRANSLATED_ID = /%\{(#[\w-]{1,200})\}%\s*$/;

const CODE_TABS = /^(:{3,}\s{0,5})code-tabs(?:#[\w-]{1,60})?\s*$/;

const TAB = /^@tab(?::active)?\s{1,5}([^\n]{1,100})$/;

const SIGNS = /<template\s{1,5}(?:#|v-slot)|%\{#|code-tabs/;

/**
 * @example
 * vitepress.rewrite("<template #title>Team</template>"); // "Team"
 * vitepress.rewrite("## Titel %{#title}%"); // "## Titel {#title}"
 */
function rewriteVue(text: string): string {
	if (!SIGNS.test(text)) return text;
	let fence: string | undefined;
	let tab: string | undefined;
	const lines = text.split("\n").map((line) => {
		const wasCode = fence !== undefined;
		fence = fenceAfter(line.trimStart(), fence);
		if (fence !== undefined && !wasCode && tab !== undefined) {
			const labeled = `${line} [${tab}]`;
			tab = undefined;
			return labeled;
		}
		if (wasCode || fence !== undefined) return line;
		tab = TAB.exec(line)?.[1] ?? tab;
		const plain = line
			.replace(TRANSLATED_ID, "{$1}")
			.replace(CODE_TABS, "$1code-group")
			.replace(TAB, "");
		return plain.includes("`") ? plain : plain.replace(SLOT, "");
	});
	return lines.join("\n");
}

/** The text after the address, such as `{1,3-5}` or `{ts:line-numbers}`, belongs to the info string. */
const VITEPRESS = new RegExp(String.raw`^<<<[ \t]+([^\s#{}[\]]{1,300})(?:#(${REGION_NAME}))?`);

const COMMENT = new RegExp(
	String.raw`^<!--[ \t]*@include:[ \t]*([^\s#{}]{1,300})(?:#(${REGION_NAME}))?(?:\{(\d{0,6}),(\d{0,6})\})?[ \t]*-->[ \t]*$`,
);

function readPart(line: string): Include | undefined {
	const [, address, region, from, to] = COMMENT.exec(line) ?? [];
	if (address === undefined) return undefined;
	if (region !== undefined) return { address, part: { kind: "region", name: region } };
	return from === undefined ? { address } : { address, part: linesOf(from, to ?? "") };
}

/** Reads a line such as `<<< @/a.ts{1,3}`: its address is `@/a.ts`, its info `ts {1,3}`. */
function readCode(line: string): Include | undefined {
	const [start, address, region] = VITEPRESS.exec(line) ?? [];
	if (start === undefined || address === undefined) return undefined;
	const rest = line.slice(start.length).trim();
	const [, lines = "", language] = /^\{([\d,-]*)[ \t]*([\w+#-]+)?(?::[^{}]*)?\}/.exec(rest) ?? [];
	const extension = /\.([\w+-]+)$/.exec(address)?.[1] ?? "";
	const numbers = /^\{[^}]*:line-numbers/.test(rest) ? " :line-numbers" : "";
	const label = /\[[^\]\n]{1,100}\][ \t]*$/.exec(rest)?.[0] ?? "";
	return {
		address,
		info: `${language ?? extension} ${lines === "" ? "" : `{${lines}}`}${numbers} ${label}`.trim(),
		...(region === undefined ? {} : { part: { kind: "region", name: region } }),
	};
}
