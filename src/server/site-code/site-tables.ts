import type { CodeFolder, NamedFiles } from "./code-folder.ts";

/** Namespace of the site folder's files. Relative names make a build the same on every machine. */
export const SITE = "site";

/** Loads modules of the site folder in the browser of a developer. */
export const DEVELOPMENT_MODULES = "loggia:modules";

/** Returns the files that {@link browserTable} loads. */
export function browserFiles({ pages, pageLayouts, components, layouts }: CodeFolder): string[] {
	const { default: _frame, ...others } = layouts;
	const named = [pageLayouts, components, others].flatMap((files) => Object.values(files));
	return [...pages.map(({ file }) => file), ...named];
}

/**
 * Returns the text of the module that replaces `src/app/site-code.ts` in the browser. Each module is
 * a separate chunk. In development, the table names no chunk, so that a save changes no other module.
 */
export function browserTable(folder: CodeFolder, isDevelopment = false): string {
	const { pages, pageLayouts, components, layouts } = folder;
	const lazily = (file: string): string =>
		isDevelopment
			? `() => loadModule(${JSON.stringify(file)})`
			: `() => import(${JSON.stringify(`${SITE}:${file}`)})`;
	const { default: frame, ...others } = layouts;
	return [
		...(isDevelopment ? [`import { loadModule } from "${DEVELOPMENT_MODULES}";`] : []),
		...(frame === undefined ? [] : [`import frame from ${JSON.stringify(`site:${frame}`)};`]),
		PAGE_MODULE,
		`export const SITE_CODE = { pages: ${pageTable(pages, lazily)}, components: ${tableOf(components, lazily)},`,
		`pageLayouts: ${tableOf(pageLayouts, (file) => pageModule(lazily(file)))},`,
		`layouts: ${tableOf(others, lazily)}${frame === undefined ? "" : ", frame"} };`,
	].join("\n");
}

/** Returns the same module for the server, with the modules that only the server runs. */
export function serverTable(folder: CodeFolder): string {
	const { pages, pageLayouts, components, layouts, middleware, islands } = folder;
	const { default: frame, ...others } = layouts;
	const api = Object.fromEntries(folder.api.map(({ pattern, file }) => [pattern, file]));
	const files = [
		...pages.map(({ file }) => file),
		...[pageLayouts, components, layouts, middleware, islands, api].flatMap((named) =>
			Object.values(named),
		),
	];
	const imports = files.map(
		(file, index) => `import * as m${index} from ${JSON.stringify(`site:${file}`)};`,
	);
	const moduleOf = (file: string): string => `m${files.indexOf(file)}`;
	const loaded = (file: string): string => `async () => ${moduleOf(file)}`;
	const pageModules = pages.map(({ id, file }) => `${JSON.stringify(id)}: ${moduleOf(file)}`);
	return [
		...imports,
		PAGE_MODULE,
		`export const SITE_CODE = { pages: ${pageTable(pages, loaded)}, components: ${tableOf(components, loaded)}, layouts: ${tableOf(others, loaded)}, pageLayouts: ${tableOf(pageLayouts, (file) => pageModule(loaded(file)))},${frame === undefined ? "" : ` frame: ${moduleOf(frame)}.default,`}`,
		`server: { pages: { ${pageModules.join(", ")} }, layouts: ${tableOf(pageLayouts, moduleOf)}, middleware: ${tableOf(middleware, moduleOf)}, islands: ${tableOf(islands, moduleOf)}, api: ${tableOf(api, moduleOf)} } };`,
	].join("\n");
}

/** Selects what the app shows of a module of `pages/`. */
const PAGE_MODULE = `const pageModule = ({ default: Page, ErrorBoundary, shouldRevalidate, handle }) =>
	({ Page, ErrorBoundary, shouldRevalidate, handle });`;

function pageModule(load: string): string {
	return `async () => pageModule(await (${load})())`;
}

function pageTable(pages: CodeFolder["pages"], load: (file: string) => string): string {
	const entries = pages.map(({ id, file, pattern, rest, layouts }) => {
		const entry = JSON.stringify({ id, pattern, rest, layouts });
		return `{ ...${entry}, load: ${pageModule(load(file))} }`;
	});
	return `[${entries.join(", ")}]`;
}

function tableOf(files: NamedFiles, write: (file: string) => string): string {
	const entries = Object.entries(files).map(
		([name, file]) => `${JSON.stringify(name)}: ${write(file)}`,
	);
	return `{ ${entries.join(", ")} }`;
}
