import { execFile, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { CURRENT_COMMIT, GitFolder } from "../../../src/server/git/git-folder.ts";
import { placeVersions } from "../../../src/server/git/place-versions.ts";
import { runGit } from "../../../src/server/git/run-git.ts";
import { listenForTest } from "../../support/listen-for-test.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { startLiveSite } from "../../support/start-live-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createRepository } from "./git-repository.ts";

const execute = promisify(execFile);

const SECRET = "a secret of the forge";
const TAGGED = `locales:
  - { code: en, label: English }
  - { code: de, label: Deutsch }
versions:
  - { name: v2, label: Version 2 }
  - { name: v1, label: Version 1, tag: v1.0 }
`;

test("a pushed commit is live after its webhook, and a bad one changes nothing", async () => {
	const forge = await createRepository({ "pages/index.md": "# First\n", "site.yaml": "name: A\n" });
	const site = await startLiveSite(
		{},
		{
			SITE_GIT: `file://${forge.bare}#main`,
			SITE_GIT_SECONDS: "3600",
			SITE_GIT_WEBHOOK_SECRET: SECRET,
		},
	);
	await site.shows("/", "First");

	const second = await forge.push({ "pages/index.md": "# Second\n" });
	const unsigned = await fetch(`${site.url}/_loggia/git`, { method: "POST", body: "{}" });
	const signed = await sayPushed(site.url, SECRET);
	await site.shows("/", "Second");
	await forge.push({ "site.yaml": "nmae: A\n", "pages/index.md": "# Third\n" });
	await sayPushed(site.url, SECRET);
	await expect.poll(async () => JSON.stringify(await site.state())).toContain("nmae");

	expect([unsigned.status, signed.status]).toEqual([401, 202]);
	expect(await site.textOf("/")).toContain("Second");
	expect(await site.state()).toMatchObject({
		commit: second,
		git: expect.stringMatching(/^Commit \w{12} cannot be used: site\.yaml:1:1/),
	});
	await forge.push({ "site.yaml": "name: A\n" });
	await sayPushed(site.url, SECRET);
	await site.shows("/", "Third");
});

test("a repository that goes away leaves the last commit, over a restart as well", async () => {
	const forge = await createRepository({ "pages/index.md": "# First\n" });
	const folder = await folderOf(forge.bare);
	const commit = await folder.value.pull();

	await rm(forge.bare, { recursive: true });

	await expect(folder.value.pull()).rejects.toThrow();
	expect(await folder.value.current()).toBe(commit);
	expect(await readdir(join(folder.data, "git", CURRENT_COMMIT))).toEqual(["pages"]);
});

test("versions that name a tag have the pages of that tag, by language as well", async () => {
	const forge = await createRepository({
		"docs/guide.md": "# First guide\n",
		"docs/de/guide.md": "# Erste Anleitung\n",
		"site.yaml": "content: docs\n",
	});
	await forge.tag("v1.0");
	await forge.push({ "pages/guide.md": "# Second guide\n", "site.yaml": TAGGED });
	const { value, data } = await folderOf(forge.bare);

	await value.pull();

	const siteFolder = join(data, "git", CURRENT_COMMIT);
	const { pages } = await loadRevision({ siteFolder, environment: {} });
	expect([...pages].map(([path, { title }]) => [path, title]).toSorted()).toEqual([
		["/de/v1/guide", "Erste Anleitung"],
		["/guide", "Second guide"],
		["/v1/guide", "First guide"],
	]);
	expect((await readdir(siteFolder)).toSorted()).toEqual(["docs", "pages", "site.yaml"]);
});

test("a version of a tag is served, offered and found by search", async () => {
	const forge = await createRepository({ "pages/guide.md": "# First guide\n" });
	await forge.tag("v1.0");
	await forge.push({ "pages/guide.md": "# Second guide\n", "site.yaml": TAGGED });

	const site = await startLiveSite({}, { SITE_GIT: `file://${forge.bare}#main` });

	await site.shows("/v1/guide", "First guide");
	expect(await site.textOf("/guide")).toContain('href="/v1/guide"');
	expect(await site.textOf("/v1/guide")).toContain("The newest version is");
	const search = (): Promise<string> => site.textOf("/api/search?q=guide&version=v1");
	await expect.poll(search).toContain("/v1/guide");
	expect(await search()).not.toContain('"/guide"');
});

test.for([
	["no tag", {}, 'the tag "v1.0" cannot be fetched'],
	["a folder of that name", { "pages/v1/a.md": "# A\n" }, "both a tag and a folder of that name"],
	["twenty others", { "site.yaml": taggedVersions(21) }, "at most 20 can name a tag"],
] as const)("a version with %s leaves the commit unused, with the reason", async ([
	what,
	files,
	reason,
]) => {
	const forge = await createRepository({
		"pages/guide.md": "# A\n",
		"site.yaml": TAGGED,
		...files,
	});
	if (what !== "no tag") await forge.tag("v1.0");
	const { value, data } = await folderOf(forge.bare);

	await expect(value.pull()).rejects.toThrow(reason);
	expect(await readdir(join(data, "git"))).toEqual([]);
});

test("processes that share the place bring each commit once, and leave nothing half done", async () => {
	const forge = await createRepository({ "pages/index.md": "# First\n" });
	const { value, data } = await folderOf(forge.bare);
	const others = [1, 2, 3].map(() => gitFolder(data, forge.bare));

	const commits = await Promise.all([value, ...others].map((one) => one.pull()));

	expect(new Set(commits).size).toBe(1);
	expect((await readdir(join(data, "git"))).toSorted()).toEqual(
		[commits[0], CURRENT_COMMIT].toSorted(),
	);
});

test("git over HTTPS shows the token of the file, and to no other host", async () => {
	const seen: (string | undefined)[] = [];
	const url = await listen((request, response) => {
		seen.push(request.headers.authorization);
		response.writeHead(403).end();
	});
	const data = temporaryFolder();
	await writeFile(join(data, "token"), "glpat-1\n");

	const call = { words: ["ls-remote", `${url}/a.git`], timeoutMs: PATIENCE_MS };
	await expect(runGit({ ...call, url, tokenFile: join(data, "token") })).rejects.toThrow("403");
	const elsewhere = "https://other.example";
	await expect(runGit({ ...call, url: elsewhere, tokenFile: join(data, "token") })).rejects.toThrow(
		"403",
	);

	const credentials = Buffer.from("git:glpat-1").toString("base64");
	expect(seen).toEqual([`Basic ${credentials}`, undefined]);
});

const hasSsh = spawnSync("ssh", ["-V"]).error === undefined;

test.each(
	hasSsh ? ["http", "ssh"] : ["http"],
)("git over %s that hangs is ended with all that it has started", async (scheme) => {
	const url = `${scheme}://127.0.0.1:${await listenForTest(createTcpServer())}`;
	const call = { url, words: ["ls-remote", `${url}/a.git`], timeoutMs: 300 };

	await expect(runGit(call)).rejects.toThrow("No answer within 0.3 seconds");
	const left = async (): Promise<string> =>
		(await execute("ps", ["-eo", "args"])).stdout
			.split("\n")
			.filter((line) => line.includes(`${url}/a.git`))
			.join();
	await expect.poll(left).toBe("");
});

test.runIf(hasSsh)("what SSH says is told, and not the advice that git adds", async () => {
	const url = "ssh://127.0.0.1:1";
	const words = ["ls-remote", `${url}/a.git`];

	await expect(runGit({ url, words, timeoutMs: PATIENCE_MS })).rejects.toThrow(
		/^ssh: connect to host 127\.0\.0\.1 port 1: Connection refused$/,
	);
});

function taggedVersions(count: number): string {
	const tagged = Array.from(
		{ length: count },
		(_, index) => `  - { name: v${index}, label: "${index}", tag: v1.0 }\n`,
	);
	return `versions:\n  - { name: newest, label: Newest }\n${tagged.join("")}`;
}

async function folderOf(bare: string) {
	const data = temporaryFolder();
	return { data, value: gitFolder(data, bare) };
}

function gitFolder(dataFolder: string, bare: string): GitFolder {
	return new GitFolder({
		dataFolder,
		address: { url: `file://${bare}`, branch: "main" },
		credentials: {},
		readsCommitTimes: false,
		warn: () => undefined,
		judge: async () => undefined,
		placeVersions: (commit, checkOut) => placeVersions(commit, {}, checkOut),
	});
}

async function listen(answer: RequestListener): Promise<string> {
	return `http://127.0.0.1:${await listenForTest(createServer(answer))}`;
}

/** As GitHub, Gitea and Forgejo do. */
function sayPushed(url: string, secret: string): Promise<Response> {
	const body = JSON.stringify({ ref: "refs/heads/main", commits: ["x".repeat(100_000)] });
	const signature = createHmac("sha256", secret).update(body).digest("hex");
	const headers = {
		"content-type": "application/json",
		"x-hub-signature-256": `sha256=${signature}`,
	};
	return fetch(`${url}/_loggia/git`, { method: "POST", headers, body });
}
