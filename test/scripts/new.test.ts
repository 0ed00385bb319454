import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/new.ts");

const PACKAGES = join(import.meta.dirname, "../../node_modules");

test("a new site is made in a new folder, and never over one that is there", async () => {
	const parent = temporaryFolder();
	const folder = join(parent, "my site");
	const make = () => spawnSync(process.execPath, [SCRIPT, folder], { encoding: "utf8" });

	const [first, again] = [make(), make()];

	expect(first.status).toBe(0);
	expect(first.stdout).toContain(`SITE_DIR="${folder}" npm start`);
	expect(globSync("pages/**/*.md", { cwd: folder }).length).toBeGreaterThan(5);
	expect(again.status).toBe(1);
	expect(again.stderr).toContain("must be new or empty");
});

test("a name that belongs to a file is refused in a sentence", () => {
	const { status, stderr } = spawnSync(process.execPath, [SCRIPT, SCRIPT], { encoding: "utf8" });

	expect(status).toBe(1);
	expect(stderr).toBe(`The folder cannot be created: "${SCRIPT}" (EEXIST)\n`);
});

test("a new site with React has its types and tests, with no more than its packages", async () => {
	const folder = join(temporaryFolder(), "shop");

	const made = spawnSync(process.execPath, [SCRIPT, folder, "--react"], { encoding: "utf8" });
	const { devDependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
	// In the place of "npm install".
	await mkdir(join(folder, "node_modules/@types"), { recursive: true });
	for (const name of Object.keys(devDependencies)) {
		await symlink(join(PACKAGES, name), join(folder, "node_modules", name));
	}
	await writeFile(join(folder, "lib/types.tsx"), TYPES);
	const run = (file: string, ...words: string[]) =>
		spawnSync(process.execPath, [join(PACKAGES, file), ...words], {
			cwd: folder,
			encoding: "utf8",
		});
	const checked = run("typescript/bin/tsc");
	const tested = run("tsx/dist/cli.mjs", "--test", "test/shop.test.ts");

	expect(made.stdout).toContain(`npm run dev -- "${folder}"`);
	expect(devDependencies["react-router"]).toMatch(/^\d/);
	expect(checked.stdout).toBe("");
	expect(checked.status).toBe(0);
	expect(tested.status).toBe(0);
});

/** The type of the data is the type that arrives. */
const TYPES = `import type { LoaderContext } from "loggia";
import { data, useActionData, useLoaderData } from "react-router";
const loader = (_: LoaderContext) => ({ at: new Date(), later: Promise.resolve(1), by: new Map([["a", 1n]]) });
const action = async () => data({ error: "No" }, { status: 400 });
export function Types() {
	const { at, later, by } = useLoaderData<typeof loader>();
	const error: string | undefined = useActionData<typeof action>()?.error;
	const known: [Date, Promise<number>, Map<string, bigint>] = [at, later, by];
	// @ts-expect-error -- The loader has no such value.
	return [known, error, useLoaderData<typeof loader>().other];
}
`;
