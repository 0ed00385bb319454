import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startLiveSite } from "../../support/start-live-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createRepository } from "./git-repository.ts";

/** Both ask for the times of commits. */
const SITE = { "site.yaml": "name: A\nlastUpdated: true\n", "pages/index.md": "# First\n" };

/** With and without the switch, no configuration of the folder may count. */
const SWITCHES = ["true", "false"];

test.each(
	SWITCHES,
)("a commit that looks like a bare repository runs no command: SITE_COMMIT_TIMES=%s", async (value) => {
	const trace = join(temporaryFolder(), "trace");
	const forge = await createRepository({ ...SITE, ...hostileRepository("", trace) });

	const site = await startLiveSite(
		{},
		{ SITE_GIT: `file://${forge.bare}#main`, SITE_COMMIT_TIMES: value },
	);
	await site.shows("/", "First");

	expect(existsSync(trace)).toBe(false);
});

test.each(
	SWITCHES,
)("a site folder with a repository of others runs no command: SITE_COMMIT_TIMES=%s", async (value) => {
	const trace = join(temporaryFolder(), "trace");
	const files = { ...SITE, ...hostileRepository(".git/", trace) };

	const site = await startLiveSite(files, { SITE_COMMIT_TIMES: value });
	await site.shows("/", "First");

	expect(existsSync(trace)).toBe(false);
});

/** Its commit is missing, so that git fetches it by a command of the configuration. */
function hostileRepository(prefix: string, trace: string): Readonly<Record<string, string>> {
	const files = {
		HEAD: `${"1".repeat(40)}\n`,
		config: `[core]
	repositoryformatversion = 1
	fsmonitor = "touch ${trace}; false"
[extensions]
	partialClone = origin
[remote "origin"]
	url = file:///
	promisor = true
	uploadpack = "touch ${trace}; false"
`,
		"objects/keep.md": "# Objects\n",
		"refs/keep.md": "# Refs\n",
	};
	return Object.fromEntries(Object.entries(files).map(([name, text]) => [prefix + name, text]));
}
