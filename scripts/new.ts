import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { callerPath } from "./start/caller-path.ts";
import { writeTypes } from "./types.ts";

const ROOT = dirname(import.meta.dirname);

const REACT = "--react";

/** Packages of Loggia that modules of a site folder import, and packages for type checks and tests. */
const PACKAGES = [
	...["react", "react-dom", "react-router", "zod", "typescript", "tsx"],
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
	console.log(`Created a site in ${folder}`);
	if (!isReact) {
		console.log(`Serve it: SITE_DIR="${folder}" npm start`);
		return 0;
	}
	await writeTypes(folder);
	await addPackages(join(folder, "package.json"));
	console.log(`Develop it: npm run dev -- "${folder}"`);
	console.log(`Check it: cd "${folder}" && npm install && npx tsc && npm test`);
	return 0;
}

/** Adds the versions that Loggia uses, so that an editor finds the same types. The build needs none of them. */
async function addPackages(file: string): Promise<void> {
	const [own, { dependencies, devDependencies }] = await Promise.all(
		[file, join(ROOT, "package.json")].map(async (path) =>
			JSON.parse(await readFile(path, "utf8")),
		),
	);
	const versions = { ...dependencies, ...devDependencies };
	const added = Object.fromEntries(PACKAGES.map((name) => [name, versions[name]]));
	const text = JSON.stringify({ ...own, devDependencies: added }, undefined, "\t");
	await writeFile(file, `${text}\n`);
}

process.exitCode = await makeSite(process.argv.slice(2));
