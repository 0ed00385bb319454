import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { callerPath } from "./start/caller-path.ts";

const ROOT = dirname(import.meta.dirname);

const REACT = "--react";

/** Packages that modules of a site folder import, and packages for type checks. */
const LINKED = [
	...["react", "react-dom", "react-router", "zod", "typescript"],
	...["@types/react", "@types/react-dom", "@types/node"],
];

/** Creates a small site folder, for `npm run new -- {folder} [--react]`. */
async function makeSite(words: readonly string[]): Promise<number> {
	const [name, ...rest] = words.filter((word) => word !== REACT);
	if (name === undefined || rest.length > 0) {
		console.error(`Expected one folder, and optionally ${REACT}: got "${words.join(" ")}"`);
		return 1;
	}
	const isReact = words.includes(REACT);
	const folder = callerPath(name);
	try {
		await mkdir(folder, { recursive: true });
	} catch (error) {
		const reason = error instanceof Error && "code" in error ? error.code : error;
		console.error(`The folder cannot be created: "${folder}" (${reason})`);
		return 1;
	}
	if ((await readdir(folder)).length > 0) {
		console.error(`The folder must be new or empty: "${folder}" is not`);
		return 1;
	}
	await cp(join(ROOT, "examples", isReact ? "react" : "start"), folder, { recursive: true });
	if (isReact) await linkPackages(join(folder, "node_modules"));
	const code = isReact ? "SITE_CODE=true " : "";
	console.log(`Created a site in ${folder}\nServe it: ${code}SITE_DIR="${folder}" npm start`);
	if (isReact) console.log(`Check its types: cd "${folder}" && npx tsc`);
	return 0;
}

/**
 * Links the packages of this checkout, so that an editor and `npx tsc` find every type without a
 * network. The build of the folder's code resolves these packages without the links.
 */
async function linkPackages(folder: string): Promise<void> {
	for (const parent of [".bin", "@types"]) await mkdir(join(folder, parent), { recursive: true });
	for (const name of LINKED) await symlink(join(ROOT, "node_modules", name), join(folder, name));
	await symlink(ROOT, join(folder, "loggia"));
	await symlink(join(ROOT, "node_modules/typescript/bin/tsc"), join(folder, ".bin/tsc"));
}

process.exitCode = await makeSite(process.argv.slice(2));
