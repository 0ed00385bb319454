import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { startSite } from "../../support/start-site.ts";

/** Only root of the whole machine may mount. */
const canMount = spawnSync("unshare", ["--mount", "true"]).status === 0;
if (!canMount) console.warn("Folders under a bind mount are not tested: only root can mount");

// The other manners of replacing it: `site-reader.test.ts`.
test.skipIf(!canMount)(
	"under a bind mount, a folder is moved away, and another moved there",
	async () => {
		const { outside, inside } = await mounted();
		await cp(await writeSiteFolder(filesOf("before")), join(outside, "site"), { recursive: true });
		await cp(await writeSiteFolder(filesOf("after")), join(outside, "next"), { recursive: true });
		const shows = await startIn(join(inside, "site"));
		await shows("before");

		// As the operator does it, who knows nothing of the mount.
		await rename(join(outside, "site"), join(outside, "old"));
		await rename(join(outside, "next"), join(outside, "site"));

		await shows("after");
	},
);

test.skipIf(!canMount)(
	"another folder that is mounted in the place of one is noticed",
	async () => {
		const { inside, mount } = await mounted();
		await cp(await writeSiteFolder(filesOf("before")), inside, { recursive: true });
		const shows = await startIn(inside);
		await shows("before");

		mount(await writeSiteFolder(filesOf("after")));

		await shows("after");
	},
);

function filesOf(word: string) {
	return { "pages/index.md": `# The page ${word}\n`, "public/file.txt": word };
}

async function startIn(siteFolder: string): Promise<(word: string) => Promise<void>> {
	const site = await startSite({ siteFolder });
	onTestFinished(() => void site.process.kill("SIGKILL"));
	return async (word) => {
		const look = async (): Promise<string> => {
			const [page, file] = [await fetch(`${site.url}/`), await fetch(`${site.url}/file.txt`)];
			return `${/The page (\w+)/.exec(await page.text())?.[1]} ${await file.text()}`;
		};
		await expect.poll(look).toBe(`${word} ${word}`);
	};
}

/** A folder, and the same once more where it is mounted. */
async function mounted() {
	const outside = await mkdtemp(join(tmpdir(), "loggia-outside-"));
	const inside = await mkdtemp(join(tmpdir(), "loggia-inside-"));
	let mounts = 0;
	const mount = (folder: string): void => {
		if (spawnSync("mount", ["--bind", folder, inside]).status !== 0) {
			throw new Error("The folder must be mounted");
		}
		mounts += 1;
	};
	mount(outside);
	onTestFinished(async () => {
		for (; mounts > 0; mounts -= 1) spawnSync("umount", ["--lazy", inside]);
		await rm(outside, { recursive: true, force: true });
		await rm(inside, { recursive: true, force: true });
	});
	return { outside, inside, mount };
}
