import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { createStack } from "./support/create-stack.ts";

const page = (text: string): string =>
	`export default function Page() { return <p>${text}</p>; }\n`;

const RULES = "name: Example\naccess:\n  paths:\n    /staff/**: [staff]\n";

const FILES = {
	"site.yaml": RULES,
	"pages/index.md": "# Welcome\n",
	"pages/open.tsx": page("Axolotl"),
	"pages/staff/plan.tsx": page("Zebrafish"),
	"pages/staff/boxed.md": "# Boxed\n\n<SecretBox />\n",
	"components/secret-box.tsx": page("Zebrafish box"),
};

/** Names of all files of builds in the data folder. */
const LIST_FILES = `
const entries = require("node:fs").readdirSync("/data", { recursive: true, withFileTypes: true });
console.log(entries.filter((entry) => entry.isFile()).map(({ name }) => name).join(" "));`;

test("as a stranger, nobody gets a private page's script from Caddy, nor that of a page that became private", async () => {
	const stack = await createStack({ files: FILES, environment: { SITE_CODE: "true" } });
	await stack.compose("up", "--detach", "--wait", "site", "caddy");
	const authority = await stack.authority();
	const askCaddy = (path: string) => ask(stack.siteUrl + path, { authority });
	const statusOf = async (path: string) => (await askCaddy(path)).status;
	/** Markers in every file of every build, and in all other answers below its address. */
	const seen = async (): Promise<readonly string[]> => {
		const names = (await stack.evaluateIn("site", LIST_FILES)).trim().split(" ");
		const scripts = [...new Set(names)].filter((name) => /^[\w-][\w.-]*\.js$/.test(name));
		expect(scripts.length).toBeGreaterThan(5);
		const answers = await Promise.all(scripts.map((name) => askCaddy(`/_nuxt/${name}`)));
		const text = answers.map(({ body }) => body.toString()).join("\n");
		return ["Axolotl", "Zebrafish"].filter((marker) => text.includes(marker));
	};

	await expect.poll(() => statusOf("/open")).toBe(200);
	expect(await statusOf("/staff/plan")).toBe(404);
	expect(await seen()).toEqual(["Axolotl"]);

	await writeFile(join(stack.siteFolder, "site.yaml"), `${RULES}    /open: [staff]\n`);
	await expect.poll(() => statusOf("/open")).toBe(404);
	await expect.poll(seen).toEqual([]);
});
