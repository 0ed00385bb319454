import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";

const LOCK = JSON.stringify({
	packages: {
		"": {},
		"node_modules/a": { version: "1.0.0" },
		"node_modules/mac": { version: "1.0.0", optional: true },
	},
});
const INSTALLED = { "node_modules/.package-lock.json": packages({ "node_modules/a": "1.0.0" }) };

test("with the packages of the lock in place, the script runs with its arguments, its exit code and the tools of the project", async () => {
	const root = await projectFolder(INSTALLED);

	const { status, stdout, stderr } = runSetup(root, "echo.ts", "one", "two");

	expect(stdout).toMatch(/^echo one two\n[^:]+node_modules\/\.bin:/);
	expect(stderr).toBe("");
	expect(status).toBe(7);
});

test.each<[string, SiteFiles]>([
	["are absent", {}],
	[
		"are of another version",
		{ "node_modules/.package-lock.json": packages({ "node_modules/a": "0.9.0" }) },
	],
	["were cut off half-way", { "node_modules/.package-lock.json": '{"packages":' }],
])("packages that %s are installed first", async (_state, files) => {
	const root = await projectFolder({ ...files, "bin/npm": NPM_THAT_INSTALLS });

	const { status, stderr } = runSetup(root, "echo.ts");

	expect(await readFile(join(root, "npm.log"), "utf8")).toBe("ci --include=dev --loglevel=error\n");
	expect(stderr).toBe("Installing the packages of package-lock.json …\n");
	expect(status).toBe(7);
});

test("when the installation fails, npm's words and one clear sentence are said, and nothing runs", async () => {
	const root = await projectFolder({ "bin/npm": "#!/bin/sh\necho 'no network' >&2\nexit 3\n" });

	const { status, stdout, stderr } = runSetup(root, "echo.ts");

	expect(stderr).toContain("no network\n");
	expect(stderr).toContain('The packages could not be installed with "npm ci": see above\n');
	expect(stdout).toBe("");
	expect(status).toBe(1);
});

test.each([
	[
		"a signal reaches the script, and its exit code comes back",
		[process.execPath, "scripts/setup.mjs", "wait.ts"],
	],
	[
		"a signal that only npm gets reaches the script, and npm ends with its exit code",
		["npm", "start", "--silent"],
	],
])("%s", async (_what, [program = "", ...words]) => {
	const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
	const start = String(scripts.start).replace("start.ts", "wait.ts");
	const cwd = await projectFolder({
		...INSTALLED,
		"package.json": JSON.stringify({ scripts: { start } }),
	});
	const running = spawn(program, words, { cwd });
	await once(running.stdout, "data");

	running.kill("SIGTERM");
	const [code] = await once(running, "exit");

	expect(code).toBe(9);
});

const ROOT = join(import.meta.dirname, "../..");

const NPM_THAT_INSTALLS = `#!/bin/sh
echo "$@" > npm.log
echo '${packages({ "node_modules/a": "1.0.0" })}' > node_modules/.package-lock.json
`;

/** What npm writes down about an installation. */
function packages(versions: Readonly<Record<string, string>>): string {
	const entries = Object.entries(versions).map(([folder, version]) => [folder, { version }]);
	return JSON.stringify({ packages: Object.fromEntries(entries) });
}

/** A project whose scripts say what reached them; `node` is the one that runs the tests. */
async function projectFolder(files: SiteFiles): Promise<string> {
	const root = await writeSiteFolder({
		"package-lock.json": LOCK,
		"scripts/echo.ts": `console.log(["echo", ...process.argv.slice(2)].join(" ")); console.log(process.env.PATH); process.exitCode = 7;`,
		"scripts/wait.ts": `process.on("SIGTERM", () => process.exit(9)); setInterval(() => {}, 1000); console.log("ready");`,
		...files,
	});
	await copyFile(
		join(import.meta.dirname, "../../scripts/setup.mjs"),
		join(root, "scripts/setup.mjs"),
	);
	await mkdir(join(root, "node_modules/.bin"), { recursive: true });
	await symlink(process.execPath, join(root, "node_modules/.bin/node"));
	spawnSync("chmod", ["+x", join(root, "bin/npm")]);
	return root;
}

function runSetup(root: string, ...scriptArguments: readonly string[]) {
	return spawnSync(process.execPath, [join(root, "scripts/setup.mjs"), ...scriptArguments], {
		encoding: "utf8",
		env: { PATH: `${join(root, "bin")}:/usr/bin:/bin` },
	});
}
