import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { type RunningSite, startSite } from "../../support/start-site.ts";

const MISSING = /^SITE_DIR names a folder that is missing or empty/;

test("while SITE_DIR names a missing folder, the site answers 503 and says so", async () => {
	const siteFolder = join(await writeSiteFolder({}), "missing");
	const site = await started(siteFolder);
	expect(warnings(site)).toContainEqual([siteFolder, expect.stringMatching(MISSING)]);
	for (const path of ["", "/guide", "/_payload.json", "/llms.txt", "/search?q=site", "/mcp"]) {
		const answer = await fetch(site.url + path);
		expect(answer.status).toBe(503);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(await answer.text()).toContain("The folder of this site is missing or empty");
	}
	const readiness = await fetch(`${site.url}/readyz`);
	expect(readiness.status).toBe(503);
	expect(await readiness.json()).toMatchObject({ siteFolder: "missing or empty", pages: 0 });
	expect((await fetch(`${site.url}/healthz`)).status).toBe(200);

	await mkdir(join(siteFolder, "pages"), { recursive: true });
	await writeFile(join(siteFolder, "pages/index.md"), "# There now\n");

	await expect.poll(async () => (await fetch(site.url)).text()).toContain("There now");
	expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
	expect(warnings(site).filter(([, message]) => MISSING.test(message))).toHaveLength(1);
	await rm(siteFolder, { recursive: true });
});

test("rules that no visitor can satisfy are a warning, and a page becomes private with its save", async () => {
	const files = {
		"index.md": "# Mine\n",
		"staff.md": "---\naccess: [staff]\n---\n# Ours\n\n![](a.txt)\n",
	};
	const siteFolder = await writeSiteFolder({
		...files,
		"a.txt": "Ours\n",
		"later.md": "# Later\n",
	});
	const closed = await started(siteFolder);
	expect(warnings(closed).filter(([, message]) => MISSING.test(message))).toEqual([]);
	const site = await started(siteFolder, {
		SIGN_IN_HEADERS: "Remote-User,Remote-Name,Remote-Email,Remote-Groups",
		TRUSTED_PROXIES: "loopback",
		SIGN_IN_URL: "/auth?rd={url}",
	});
	const ask = async (path: string, groups = ""): Promise<number> => {
		const headers = { "remote-user": "ann", "remote-groups": groups };
		return (await fetch(site.url + path, { headers })).status;
	};

	expect(warnings(closed).map(([, message]) => message)).toContainEqual(
		expect.stringMatching(/^Pages with access rules are hidden/),
	);
	expect(warnings(site).filter(([, message]) => message.startsWith("Pages with"))).toEqual([]);
	expect([await ask("/staff"), await ask("/a.txt"), await ask("/later")]).toEqual([404, 404, 200]);
	expect([await ask("/staff", "staff"), await ask("/a.txt", "staff")]).toEqual([200, 200]);
	await writeFile(join(siteFolder, "later.md"), "---\naccess: [staff]\n---\n# Later\n");
	await expect.poll(() => ask("/later")).toBe(404);
	expect(await ask("/later", "staff")).toBe(200);
	const response = await fetch(`${site.url}/staff`, { redirect: "manual" });
	expect(response.headers.get("location")).toMatch(/^\/auth\?rd=http%3A%2F%2F.*%2Fstaff$/);
});

async function started(
	siteFolder: string,
	environment: Readonly<Record<string, string>> = {},
): Promise<RunningSite> {
	const site = await startSite({ siteFolder, environment });
	onTestFinished(async () => void (await site.stop()));
	return site;
}

function warnings({ log }: RunningSite): readonly (readonly [unknown, string])[] {
	return log
		.filter(({ level }) => level === "warn")
		.map(({ siteFolder, msg }) => [siteFolder, String(msg)]);
}
