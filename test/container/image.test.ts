import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { addedMegabytes } from "./support/added-megabytes.ts";
import { runDocker, tryDocker } from "./support/run-docker.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the image holds the build that these sources give anywhere", async () => {
	const [inImage, stampInImage] = await Promise.all([
		readInImage("dist/manifest.json"),
		readInImage("dist/sources.sha256"),
	]);

	const here = await readFile(join(ROOT, "dist/manifest.json"), "utf8");
	expect(stampInImage).toBe(await readFile(join(ROOT, "dist/sources.sha256"), "utf8"));
	expect(JSON.parse(inImage).buildId).toBe(JSON.parse(here).buildId);
});

test("the image holds nothing that tests, explains or tells secrets, and of what builds only esbuild", async () => {
	const files = await filesInImage();

	const unwanted =
		/\.map$|(?<!es\.regexp)\.test\.|(?:^|\/)\.env|\.npmrc|\/\.git\/|\.pem$|\.key$|\/(?:vitest|typescript|playwright-core|@biomejs|oxlint|knip)\/|^src\/|^test\/|^scripts\/(?:build|test|bench|dev)/;
	expect(files.length).toBeGreaterThan(500);
	expect(files.filter((file) => unwanted.test(file))).toEqual([]);
});

test("the image finds no package manager", async () => {
	const code = `const { spawnSync } = require("node:child_process");
		console.log(["npm", "npx", "yarn", "corepack", "gcc", "make"].filter((name) => !spawnSync(name).error).join())`;

	expect(await runDocker(["run", "--rm", image(), "-e", code])).toBe("");
});

test("what the product adds runs on every processor, except esbuild and sharp", async () => {
	const code = `const { globSync, openSync, readSync, closeSync } = require("node:fs");
		const isBinary = (path) => {
			const [file, start] = [openSync(path), Buffer.alloc(4)];
			readSync(file, start);
			closeSync(file);
			return start.toString("latin1") === "\\x7fELF";
		};
		const files = globSync("**/*", { withFileTypes: true }).filter((entry) => entry.isFile());
		console.log(files.map((entry) => entry.parentPath + "/" + entry.name).filter(isBinary).filter((path) => !/\\/@(?:esbuild|img)\\//.test(path)).join())`;

	expect(await runDocker(["run", "--rm", image(), "-e", code])).toBe("");
});

test("the image has labels and runs as a non-root user", async () => {
	const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));

	const [{ Config }] = JSON.parse(await runDocker(["image", "inspect", image()]));

	expect(Config.User).toBe("1000:1000");
	expect(Config.Healthcheck.Test).toEqual(["CMD", "scripts/health-check.sh", "all"]);
	expect(Config.Labels).toMatchObject({
		"org.opencontainers.image.title": "Loggia",
		"org.opencontainers.image.version": version,
		"org.opencontainers.image.licenses": "MIT",
		"org.opencontainers.image.revision": "",
	});
});

test("the image lists what is in it, and has git and SSH for a site folder from elsewhere", async () => {
	const [sbom, git, ssh] = await Promise.all([
		readInImage("/app/sbom.cdx.json"),
		runDocker(["run", "--rm", "--entrypoint", "git", image(), "--version"]),
		tryDocker(["run", "--rm", "--entrypoint", "ssh", image(), "-V"]),
	]);

	const { components } = JSON.parse(sbom);
	const names = components.map(({ name }: { readonly name: string }) => name);
	expect(names).toEqual(expect.arrayContaining(["fastify", "react", "pino"]));
	expect(names).not.toContain("typescript");
	expect(git).toMatch(/^git version 2\./);
	expect(ssh.stderr).toMatch(/^OpenSSH_/);
});

test("both images are built for both architectures, from the bases and with the labels that are named", async () => {
	const plan = await runDocker(["buildx", "bake", "--print"], {
		folder: ROOT,
		environment: { COMMIT: "abc", NODE_IMAGE: "node@sha256:1", REGISTRY: "registry.example.org" },
	});

	expect(JSON.parse(plan).target).toMatchObject({
		loggia: {
			tags: [expect.stringMatching(/^registry\.example\.org\/loggia:\d/)],
			platforms: ["linux/amd64", "linux/arm64"],
			args: { COMMIT: "abc", NODE_IMAGE: "node@sha256:1" },
		},
		caddy: { platforms: ["linux/amd64", "linux/arm64"] },
	});
});

test("the image is small", async () => {
	const added = await addedMegabytes(image(), BASE);

	console.log(`figures: the image adds ${added} MB to its base, compressed`);
	expect(OFFICIAL_BASE_MEGABYTES + added).toBeLessThan(120);
});

/** What the images of this run stand on; it may be another image than the official one of the name. */
const BASE = "node:26-trixie-slim";

/** What a registry sends of it. */
const OFFICIAL_BASE_MEGABYTES = 80;

function image(): string {
	return `loggia:${inject("imageTag")}`;
}

function readInImage(path: string): Promise<string> {
	return runDocker(["run", "--rm", image(), "-p", `fs.readFileSync("${path}", "utf8")`]);
}

async function filesInImage(): Promise<readonly string[]> {
	const code = `fs.globSync("**/*", { cwd: "/app" }).join("\\n")`;
	return (await runDocker(["run", "--rm", image(), "-p", code])).split("\n");
}
