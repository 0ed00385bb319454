import { type Dialect, type Include, linesOf, REGION_NAME } from "../../markdown/dialect.ts";

/** Files that VitePress shows: `<<< @/a.ts#region` as code, `<!--@include: ./a.md-->` as Markdown. */
export const vitepress: Dialect = { readInclude };

/** `{1,3-5}` and `{ts:line-numbers}` behind the address are for the reader of the info string. */
const VITEPRESS = new RegExp(String.raw`^<<<[ \t]+([^\s#{}[\]]{1,300})(?:#(${REGION_NAME}))?`);

const COMMENT = new RegExp(
	String.raw`^<!--[ \t]*@include:[ \t]*([^\s#{}]{1,300})(?:#(${REGION_NAME}))?(?:\{(\d{0,6}),(\d{0,6})\})?[ \t]*-->[ \t]*$`,
);

/**
 * @example
 * vitepress.readInclude("<<< @/a.ts{1,3}"); // { address: "@/a.ts", info: "ts {1,3}" }
 */
function readInclude(line: string): Include | undefined {
	return line.startsWith("<<<") ? readCode(line) : readPart(line);
}

function readPart(line: string): Include | undefined {
	const [, address, region, from, to] = COMMENT.exec(line) ?? [];
	if (address === undefined) return undefined;
	if (region !== undefined) return { address, part: { kind: "region", name: region } };
	return from === undefined ? { address } : { address, part: linesOf(from, to ?? "") };
}

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
