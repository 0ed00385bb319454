import { ASSETS_FOLDER } from "../../../shared/builds/build-manifest.ts";
import {
	type DevelopmentModules,
	developmentModulesFile,
} from "../../../shared/builds/development-modules.ts";
import { readState } from "../read-state.ts";
import { isSameComponent, refreshComponents } from "./refresh.ts";

type Module = Readonly<Record<string, unknown>>;

const { buildId, config } = readState(document);
const folder = `${config.basePath}/${ASSETS_FOLDER}/`;

let current = fetchModules(buildId);
const loaded = new Map<string, Module>();
let isFailed = false;
let updating: Promise<boolean> = Promise.resolve(true);

/** Called when a component has failed: React Fast Refresh cannot restore what an error page has replaced. */
export function noteFailure(): void {
	isFailed = true;
}

/** Loads a module of the site folder in the newest build. @param file Relative to the site folder. */
export async function loadModule(file: string): Promise<Module> {
	const { files } = await current;
	const module = await importModule(files[file]);
	loaded.set(file, module);
	return module;
}

/**
 * Replaces the modules that a build has changed, after the modules of earlier builds.
 *
 * @returns Whether the tab shows the build; if not, the document must be loaded again.
 */
export function updateModules(toBuild: string): Promise<boolean> {
	updating = updating.then((isShown) => isShown && replaceModules(toBuild)).catch(isLost);
	return updating;
}

function isLost(error: unknown): false {
	console.warn("The page is loaded again, since a module could not be replaced", error);
	return false;
}

async function replaceModules(toBuild: string): Promise<boolean> {
	const [before, next] = await Promise.all([current, fetchModules(toBuild)]);
	const isSameApp = before.entry.script === next.entry.script && before.packages === next.packages;
	if (isFailed || !isSameApp) return false;
	const changed = [...loaded].filter(
		([file]) => before.files[file]?.script !== next.files[file]?.script,
	);
	const modules = changed.map(async ([file, last]) => {
		const module = await importModule(next.files[file]);
		loaded.set(file, module);
		return isSameComponent(last["default"], module["default"]);
	});
	const areSame = (await Promise.all(modules)).every(Boolean);
	const stylesOf = ({ entry, files }: DevelopmentModules): string[] =>
		[entry, ...[...loaded.keys()].map((file) => files[file])].flatMap((part) => part?.styles ?? []);
	await replaceStyles(stylesOf(before), stylesOf(next));
	current = Promise.resolve(next);
	if (areSame) refreshComponents();
	return areSame;
}

async function fetchModules(id: string): Promise<DevelopmentModules> {
	const response = await fetch(folder + developmentModulesFile(id));
	// Written by the build with this id.
	const modules = (await response.json()) as DevelopmentModules;
	if (modules.packages !== undefined) await import(folder + modules.packages);
	return modules;
}

async function importModule(part: DevelopmentModules["entry"] | undefined): Promise<Module> {
	if (part === undefined) throw new Error("The newest build does not have this module");
	const [module] = await Promise.all([
		import(folder + part.script) as Promise<Module>,
		...part.styles.map(addStyle),
	]);
	return module;
}

async function replaceStyles(before: readonly string[], next: readonly string[]): Promise<void> {
	await Promise.all(next.map(addStyle));
	for (const name of before) if (!next.includes(name)) linkOf(name)?.remove();
}

/** Waits for the style sheet, so that nothing is shown without it. */
async function addStyle(name: string): Promise<void> {
	if (linkOf(name) !== null) return;
	const link = Object.assign(document.createElement("link"), {
		rel: "stylesheet",
		href: folder + name,
	});
	const { promise, resolve } = Promise.withResolvers<void>();
	link.addEventListener("load", () => resolve());
	link.addEventListener("error", () => resolve());
	document.head.append(link);
	await promise;
}

function linkOf(name: string): HTMLLinkElement | null {
	return document.querySelector(`link[rel="stylesheet"][href="${folder}${name}"]`);
}
