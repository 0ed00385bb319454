import type { CodeFolder, NamedFiles } from "./code-folder.ts";

/**
 * Returns the text of the module that replaces `src/app/site-code.ts` in the browser. Each module is
 * a separate chunk.
 */
export function browserTable({ pages, components, layouts }: CodeFolder): string {
	const lazily = (file: string): string => `() => import(${JSON.stringify(`site:${file}`)})`;
	const { default: frame, ...others } = layouts;
	return [
		...(frame === undefined ? [] : [`import frame from ${JSON.stringify(`site:${frame}`)};`]),
		`export const SITE_CODE = { pages: ${pageTable(pages, lazily)}, components: ${tableOf(components, lazily)},`,
		`layouts: ${tableOf(others, lazily)}${frame === undefined ? "" : ", frame"} };`,
	].join("\n");
}

/** Returns the same module for the server, with the modules that only the server runs. */
export function serverTable(folder: CodeFolder): string {
	const { pages, components, layouts, middleware, islands, api } = folder;
	const { default: frame, ...others } = layouts;
	const files = [
		...pages.map(({ file }) => file),
		...[components, layouts, middleware, islands, api].flatMap((named) => Object.values(named)),
	];
	const imports = files.map(
		(file, index) => `import * as m${index} from ${JSON.stringify(`site:${file}`)};`,
	);
	const moduleOf = (file: string): string => `m${files.indexOf(file)}`;
	const loaded = (file: string): string => `async () => ${moduleOf(file)}`;
	const pageModules = pages.map(({ id, file }) => `${JSON.stringify(id)}: ${moduleOf(file)}`);
	return [
		...imports,
		`export const SITE_CODE = { pages: ${pageTable(pages, loaded)}, components: ${tableOf(components, loaded)}, layouts: ${tableOf(others, loaded)},${frame === undefined ? "" : ` frame: ${moduleOf(frame)}.default,`}`,
		`server: { pages: { ${pageModules.join(", ")} }, middleware: ${tableOf(middleware, moduleOf)}, islands: ${tableOf(islands, moduleOf)}, api: ${tableOf(api, moduleOf)} } };`,
	].join("\n");
}

function pageTable(pages: CodeFolder["pages"], load: (file: string) => string): string {
	const entries = pages.map(
		({ id, file, pattern }) =>
			`{ id: ${JSON.stringify(id)}, pattern: ${JSON.stringify(pattern)}, load: async () => ({ Page: (await (${load(file)})()).default }) }`,
	);
	return `[${entries.join(", ")}]`;
}

function tableOf(files: NamedFiles, write: (file: string) => string): string {
	const entries = Object.entries(files).map(
		([name, file]) => `${JSON.stringify(name)}: ${write(file)}`,
	);
	return `{ ${entries.join(", ")} }`;
}
