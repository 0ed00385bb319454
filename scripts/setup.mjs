/**
 * Entry of every npm script: `node scripts/setup.mjs <script.ts> [arguments]`.
 *
 * Plain JavaScript for any Node from 20 on, because it runs before anything is installed. It
 * updates `node_modules` to the lock file, which installs the project's pinned Node, and runs
 * the script with that Node.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, "node_modules", ".bin");
const pinnedNode = join(binaries, "node");

const [script, ...scriptArguments] = process.argv.slice(2);
if (script === undefined)
	fail("Which script? Usage: node scripts/setup.mjs <script.ts> [arguments]");
if (!isInstalled()) install();
run(join(root, "scripts", script), scriptArguments);

/**
 * Compares the lock file with npm's own record of its last installation. A separate stamp
 * would miss `npm install <package>` and discard its result.
 */
function isInstalled() {
	const wanted = packagesIn("package-lock.json");
	const present = packagesIn(join("node_modules", ".package-lock.json"));
	if (wanted === undefined || present === undefined || !existsSync(pinnedNode)) return false;
	return Object.entries(wanted).every(([folder, { version, optional }]) => {
		const isRootOrForeignPlatform = folder === "" || (optional && present[folder] === undefined);
		return isRootOrForeignPlatform || present[folder]?.version === version;
	});
}

function packagesIn(lockFile) {
	try {
		return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
	} catch {
		// Absent or incomplete: the installation is not finished.
		return undefined;
	}
}

function install() {
	process.stderr.write("Installing the packages of package-lock.json …\n");
	const { status, stdout, stderr } = spawnSync("npm", ["ci", "--include=dev", "--loglevel=error"], {
		cwd: root,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "pipe"],
	});
	if (status !== 0) {
		fail(
			`${stdout ?? ""}${stderr ?? ""}The packages could not be installed with "npm ci": see above`,
		);
	}
	if (!existsSync(pinnedNode)) {
		fail('The package "node" installed no Node: npm must be allowed to run install scripts');
	}
}

function run(file, fileArguments) {
	const child = spawn(pinnedNode, [file, ...fileArguments], {
		cwd: root,
		env: {
			// Cached, because threads and processes of a script compile the same modules.
			NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compile"),
			...process.env,
			PATH: `${binaries}${delimiter}${process.env.PATH ?? ""}`,
		},
		stdio: "inherit",
	});
	for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
	child.on("error", (error) => fail(`"${pinnedNode}" could not be started: ${error.message}`));
	child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail(sentence) {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
}
