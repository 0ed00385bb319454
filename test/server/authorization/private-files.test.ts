import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type LiveSite, startLiveSite } from "../../support/start-live-site.ts";

const component = (text: string, before = "") =>
	`${before}\nexport default function Part() { return <p>${text}</p>; }\n`;

const RULES = "access:\n  paths:\n    /ruled/**: [staff]\n    /board/**: [board]\n";

/** Modules for `staff` contain "Zebrafish", those for `board` "Quagga", and that of `/later` "Axolotl". */
const FILES = {
	"site.yaml": RULES,
	"pages/index.md": "# Welcome\n\n<OpenBox />\n\n::island{open-count}\n",
	"pages/open.tsx": component("<Public />", 'import { Public } from "../lib/public";'),
	"pages/later.tsx": component("Axolotl"),
	"pages/ruled/one.tsx": `import { lazy, Suspense } from "react";
import { Private } from "../../lib/private";
const Late = lazy(() => import("../../lib/late"));
export default function Page() { return <Suspense><Private /><Late /></Suspense>; }
`,
	"pages/ruled/boxed.md": "# Boxed\n\n<SecretBox />\n",
	"pages/board/plan.md": "---\nlayout: boardroom\n---\n# Plan\n\n::island{secret-count}\n",
	"lib/public.tsx": "export const Public = () => <p>For all</p>;\n",
	"lib/private.tsx": "export const Private = () => <p>Zebrafish</p>;\n",
	"lib/late.tsx": component("Zebrafish late"),
	"components/open-box.tsx": component("Open box"),
	"components/secret-box.tsx": component("Zebrafish box"),
	"components/unused-box.tsx": component("Zebrafish and Quagga"),
	"layouts/boardroom.tsx":
		"export default ({ children }) => <main><p>Quagga</p>{children}</main>;\n",
	"islands/open-count.tsx": component("Open count"),
	"islands/secret-count.tsx": component("Quagga count"),
};

const SIGN_IN = {
	SITE_CODE: "true",
	SIGN_IN_HEADERS: "Remote-User,Remote-Name,Remote-Email,Remote-Groups",
	SIGN_IN_URL: "/auth?rd={url}",
	TRUSTED_PROXIES: "loopback",
};

const ROLES = {
	outsider: {},
	"signed in": { "remote-user": "ann" },
	staff: { "remote-user": "cid", "remote-groups": "staff" },
	board: { "remote-user": "dot", "remote-groups": "board" },
};

const MARKERS = ["Zebrafish", "Quagga", "Axolotl"];

test("a file of any build is only for visitors who may read a page that needs it", async () => {
	const site = await startLiveSite(FILES, SIGN_IN);

	expect(await seenBy(site)).toEqual({
		outsider: ["Axolotl"],
		"signed in": ["Axolotl"],
		staff: ["Zebrafish", "Axolotl"],
		board: ["Quagga", "Axolotl"],
	});
	expect(await inSharedFolder(site)).not.toContain("Zebrafish");
	expect(await inSharedFolder(site)).not.toContain("Quagga");
	const islands = ["open-count", "secret-count"].flatMap((name) =>
		Object.values(ROLES).map(async (headers) => {
			const url = `${site.url}/__nuxt_island/${name}.json`;
			return (await fetch(url, { headers })).status;
		}),
	);
	expect(await Promise.all(islands)).toEqual([200, 200, 200, 200, 404, 404, 404, 200]);

	// Without a build, the script of the page becomes private.
	await writeFile(join(site.folder, "site.yaml"), `${RULES}    /later: [staff]\n`);
	await expect.poll(() => statusOf(site, "/later")).toBe(302);
	const others = {
		outsider: [],
		"signed in": [],
		staff: ["Zebrafish", "Axolotl"],
		board: ["Quagga"],
	};
	expect(await seenBy(site)).toEqual(others);

	// With a build, the scripts of the build before stay private.
	await writeFile(join(site.folder, "pages/later.tsx"), component("Axolotl again"));
	await expect.poll(() => pageOf(site, "/later", ROLES.staff)).toContain("Axolotl again");
	expect(await seenBy(site)).toEqual(others);
	await expect.poll(() => inSharedFolder(site)).not.toContain("Axolotl");

	// No page needs a module that only an older build has, so its access is unknown.
	await rm(join(site.folder, "pages/ruled/one.tsx"));
	await rm(join(site.folder, "pages/later.tsx"));
	await expect.poll(() => statusOf(site, "/later", ROLES.staff)).toBe(404);
	await expect.poll(() => statusOf(site, "/ruled/one", ROLES.staff)).toBe(404);
	expect(await seenBy(site)).toEqual({ ...others, staff: ["Zebrafish"] });
	expect(await inSharedFolder(site)).not.toMatch(/Axolotl|Zebrafish|Quagga/);
});

async function statusOf(
	site: LiveSite,
	path: string,
	headers: Record<string, string> = {},
): Promise<number> {
	return (await fetch(site.url + path, { headers, redirect: "manual" })).status;
}

async function pageOf(site: LiveSite, path: string, headers: Record<string, string>) {
	return (await fetch(site.url + path, { headers })).text();
}

/** Requests every file of every build, twice, so that the second answer may be a cached one. */
async function seenBy(site: LiveSite): Promise<Readonly<Record<string, readonly string[]>>> {
	const entries = await readdir(site.dataFolder, { recursive: true, withFileTypes: true });
	// A file is in the folder of its build and in the one of the proxy.
	const names = new Set(entries.map(({ name }) => name).filter(isScriptOrSheet));
	const seen: Record<string, readonly string[]> = {};
	for (const [role, headers] of Object.entries(ROLES)) {
		const texts: string[] = [];
		for (const name of [...names, ...names]) {
			texts.push(await (await fetch(`${site.url}/_nuxt/${name}`, { headers })).text());
		}
		seen[role] = MARKERS.filter((marker) => texts.some((text) => text.includes(marker)));
	}
	return seen;
}

function isScriptOrSheet(name: string): boolean {
	return /^\w.*\.(?:js|css)$/.test(name);
}

/** @returns The text of all files that the proxy can read. */
async function inSharedFolder({ dataFolder }: LiveSite): Promise<string> {
	const folder = join(dataFolder, "builds");
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && !/\.(?:br|gz|zst)$/.test(entry.name));
	const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8"));
	return (await Promise.all(texts)).join("\n");
}
