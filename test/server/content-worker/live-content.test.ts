import { execFile } from "node:child_process";
import { renameSync, statSync } from "node:fs";
import { chmod, mkdir, open, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { lengthsOf } from "../../support/lengths.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { type LiveSite, startLiveSite, startLiveSiteAs } from "../../support/start-live-site.ts";

const { files } = lengthsOf("test/server/content-worker/live-content.test.ts");
const execFileAsync = promisify(execFile);

/** A page that says which version it is at its start and at its end. */
function pageOf(version: string): string {
	const middle = "Words that take up room.\n\n".repeat(400);
	return `# Version ${version}\n\n${middle}The end of ${version}.\n`;
}

test("what is saved is served, drawings too, what is new appears, what is removed is gone", async () => {
	const drawing = (path: string) => `<svg viewBox="0 0 8 8"><path d="${path}"/></svg>`;
	const site = await startLiveSite({
		"icons/mark.svg": drawing("M0 0h8"),
		"pages/index.md": "# One\n\n:icon{site:mark}\n",
	});

	await writeFile(join(site.folder, "icons/mark.svg"), drawing("M4 4h2"));
	await site.shows("/", "M4 4h2");
	await writeFile(join(site.folder, "pages/index.md"), "# Two\n");
	await site.shows("/", "Two");
	await writeFile(join(site.folder, "pages/new.md"), "# New\n");
	await site.shows("/new", "New");
	expect(await site.textOf("/")).toContain('href="/new"');
	await unlink(join(site.folder, "pages/new.md"));

	await expect.poll(() => site.statusOf("/new")).toBe(404);
});

/** What else is refused: `site-folder.test.ts` and `front-matter.test.ts`. */
const HOSTILE = [
	["invalid UTF-8", Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]), "must be encoded in UTF-8"],
	["fifty megabytes", "x".repeat(50_000_000), "must not be larger than"],
	["broken YAML", "---\ntitle: [open\n---\n# Page\n", "Must be valid YAML"],
] as const;

type Save = (page: string, text: string) => Promise<void>;

/** What saves a page, beside writing it in one piece. */
const WAYS: Readonly<Record<string, Save>> = {
	"an editor that renames": async (page, text) => {
		await writeFile(`${page}~`, text);
		// At once: an editor does not pause in between, and a test that has to would leave a gap.
		renameSync(page, `${page}.orig`);
		renameSync(`${page}~`, page);
		await unlink(`${page}.orig`);
	},
	"a write that pauses in the middle": async (page, text) => {
		const file = await open(page, "w");
		await file.write(text.slice(0, text.length / 2));
		// Well below what the site waits for the rest.
		await delay(500);
		await file.write(text.slice(text.length / 2));
		await file.close();
	},
	// Under another name first, then renamed, and what is too much goes last.
	"a copy that deletes what is not in its source, as rsync": async (page, text) => {
		await writeFile(join(page, "../.a.md.x1y2z3"), text);
		await rename(join(page, "../.a.md.x1y2z3"), page);
		await unlink(join(page, "../b.md"));
	},
};

test("however a page is saved, no half of it is seen; hostile, it keeps its last good version and is named", async () => {
	const site = await startLiveSite({
		"pages/index.md": "# Home\n",
		"pages/a.md": pageOf("good"),
		"pages/b.md": pageOf("good"),
	});
	const page = join(site.folder, "pages/a.md");
	const numbers = Array.from({ length: 10 }, (_, index) => `save ${index}`);
	const watched = watchPage(site, "/a", ["good", ...Object.keys(WAYS), ...numbers]);

	for (const [what, bytes, sentence] of HOSTILE) {
		await writeFile(page, bytes);
		await site.reports(sentence);
		await writeFile(page, pageOf("good"));
		await expect.poll(async () => (await site.state()).problems, { message: what }).toEqual([]);
	}
	for (const [version, save] of Object.entries(WAYS)) {
		await save(page, pageOf(version));
		await site.shows("/a", `The end of ${version}`);
	}
	await expect.poll(() => site.statusOf("/b")).toBe(404);
	for (const version of numbers) {
		await WAYS["an editor that renames"]?.(page, pageOf(version));
		await delay(60);
	}
	await site.shows("/a", "The end of save 9");

	expect(await watched.stop()).toEqual([]);
});

test(`a checkout of ${files} files is one revision, or few`, async () => {
	const names = Array.from({ length: files }, (_, index) => `pages/p${index}.md`);
	const last = `/p${files - 1}`;
	const filesOf = (version: string) =>
		Object.fromEntries(names.map((name) => [name, `# ${version}\n\nThe end of ${version}.\n`]));
	const site = await startLiveSite({ "pages/index.md": "# Home\n", ...filesOf("one") });
	const git = (...words: string[]) =>
		execFileAsync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
			cwd: site.folder,
		});
	await git("init", "-q");
	await git("add", "-A");
	await git("commit", "-qm", "one");
	await git("checkout", "-qb", "two");
	for (const [name, text] of Object.entries(filesOf("two"))) {
		await writeFile(join(site.folder, name), text);
	}
	await git("commit", "-qam", "two");
	await site.shows(last, "The end of two");
	await delay(1500);
	const before = revisionsIn(site);
	const watched = watchPage(site, `/p${files / 2}`, ["one", "two"]);
	const startedMs = performance.now();

	await git("checkout", "-q", "-");
	await site.shows(last, "The end of one");
	await site.shows("/p0", "The end of one");

	// A long burst is shown in steps of a second, however slow the machine writes.
	const seconds = Math.ceil((performance.now() - startedMs) / 1000);
	expect(revisionsIn(site) - before).toBeLessThanOrEqual(1 + seconds);
	expect(await watched.stop()).toEqual([]);
});

test("a ConfigMap's link is swapped under the reader", async () => {
	const site = await startLiveSite({ "pages/index.md": "# Home\n" });
	const pages = join(site.folder, "pages");
	const versions = Array.from({ length: 8 }, (_, index) => String(index));
	await mkdir(join(pages, "..0"));
	await writeFile(join(pages, "..0/a.md"), pageOf("0"));
	await symlink("..0", join(pages, "..data"));
	await symlink("..data/a.md", join(pages, "a.md"));
	await site.shows("/a", "The end of 0");
	const watched = watchPage(site, "/a", versions);

	for (const version of versions.slice(1)) {
		await mkdir(join(pages, `..${version}`));
		await writeFile(join(pages, `..${version}/a.md`), pageOf(version));
		await symlink(`..${version}`, join(pages, "..data_tmp"));
		await rename(join(pages, "..data_tmp"), join(pages, "..data"));
		await rm(join(pages, `..${Number(version) - 1}`), { recursive: true });
		await delay(80);
	}
	await site.shows("/a", "The end of 7");

	expect(await watched.stop()).toEqual([]);
});

test("a page and a folder that lose their permissions keep what was good, until they have them", async ({
	skip,
}) => {
	skip(isOursAlone(), "Root keeps these sources to itself: no other user can run them");
	const files = { "pages/index.md": "# Home\n", "pages/a.md": pageOf("old") };
	const site = await startLiveSiteAs(unprivileged(), files);
	const page = join(site.folder, "pages/a.md");
	const watched = watchPage(site, "/a", ["old", "new"]);
	onTestFinished(() => chmod(site.folder, 0o755));

	await chmod(page, 0o000);
	await site.reports("cannot be opened (EACCES)");
	await chmod(page, 0o644);
	await writeFile(page, pageOf("new"));
	await site.shows("/a", "The end of new");
	expect((await site.state()).problems).toEqual([]);

	await chmod(site.folder, 0o000);
	await expect.poll(async () => (await site.state()).problems.length).toBeGreaterThan(0);
	expect(await site.textOf("/")).toContain("Home");
	await chmod(site.folder, 0o755);
	await writeFile(join(site.folder, "pages/index.md"), "# Two\n");
	await site.shows("/", "Two");

	expect((await site.state()).problems).toEqual([]);
	expect(await watched.stop()).toEqual([]);
});

test("a broken site.yaml or redirect file and an emptied folder keep what they said, say so, and come back by themselves", async () => {
	const site = await startLiveSite({
		"site.yaml": "name: First\n",
		_redirects: "/old /\n",
		"pages/index.md": "# Home\n",
		"pages/a.md": "# A\n",
	});

	await writeFile(join(site.folder, "site.yaml"), "name: [open\n");
	await site.reports("Must be valid YAML");
	expect(await site.textOf("/")).toContain("First");
	await writeFile(join(site.folder, "site.yaml"), "name: Renamed\n");

	await site.shows("/", "Renamed");
	expect((await site.state()).problems).toEqual([]);

	await writeFile(join(site.folder, "_redirects"), "/old / 999\n");
	await site.reports("The previous version of the file is used until these problems are fixed");
	const { status } = await fetch(`${site.url}/old`, { redirect: "manual" });
	expect(status).toBe(301);
	await writeFile(join(site.folder, "_redirects"), "/old /\n");
	await expect.poll(async () => (await site.state()).problems).toEqual([]);

	const watched = watchPage(site, "/a", ["A"], ["A"]);

	await rename(join(site.folder, "pages"), join(site.folder, ".away"));
	await site.reports("has no pages anymore");
	await writeFile(join(site.folder, ".away/index.md"), "# Two\n");
	await rename(join(site.folder, ".away"), join(site.folder, "pages"));
	await site.shows("/", "Two");

	expect((await site.state()).problems).toEqual([]);
	expect(await watched.stop()).toEqual([]);
});

/** The user that is called nobody, when we are root, to whom permissions do not apply. */
function unprivileged(): number | undefined {
	return process.getuid?.() === 0 ? 65_534 : undefined;
}

/** Whether a folder above the sources is closed to the user that tests of permissions run as. */
function isOursAlone(): boolean {
	if (unprivileged() === undefined) return false;
	const folders = import.meta.dirname
		.split(sep)
		.map((_, index, names) => names.slice(0, index + 1).join(sep));
	return folders.some((folder) => (statSync(folder || sep).mode & 0o001) === 0);
}

function revisionsIn({ log }: LiveSite): number {
	return log.filter(({ msg }) => msg === "Site read").length;
}

/**
 * Asks for a page again and again, beside whatever the test does.
 *
 * @param ends Of the versions that are whole.
 * @returns What was wrong: an answer that is no whole version, or none.
 */
function watchPage(
	{ url }: LiveSite,
	path: string,
	versions: readonly string[],
	texts: readonly string[] = versions.map((version) => `The end of ${version}.`),
): { readonly stop: () => Promise<readonly string[]> } {
	const faults: string[] = [];
	const over = new AbortController();
	onTestFinished(() => over.abort());
	const asking = (async () => {
		while (!over.signal.aborted) {
			const response = await fetch(url + path, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
				() => undefined,
			);
			if (response === undefined) return void faults.push("no answer");
			const html = await response.text();
			// A machine that is busy with other tests sheds load, and says so.
			if (response.status === 503 && response.headers.has("retry-after")) {
				await delay(100);
				continue;
			}
			const isWhole = texts.some(
				(text, index) => html.includes(text) && html.includes(versions[index] ?? ""),
			);
			if (response.status !== 200 || !isWhole)
				faults.push(`${response.status}: ${html.slice(0, 200)}`);
			await delay(5);
		}
	})();
	return {
		async stop() {
			over.abort();
			await asking;
			return faults;
		},
	};
}
