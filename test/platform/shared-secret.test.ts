import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSharedSecret } from "../../src/platform/shared-secret.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("the operator's own secret wins", async () => {
	const folder = temporaryFolder();

	expect(await readSharedSecret("mine", { folder, name: "secret" })).toEqual({ secret: "mine" });
});

test("a secret is made once, and no other user may read it", async () => {
	const folder = temporaryFolder();

	const first = await readSharedSecret(undefined, { folder: join(folder, "data"), name: "secret" });
	const second = await readSharedSecret(undefined, {
		folder: join(folder, "data"),
		name: "secret",
	});

	expect(second).toEqual(first);
	expect(first.secret).toMatch(/^[\w-]{43}$/);
	expect((await stat(join(folder, "data/secret"))).mode & 0o777).toBe(0o600);
});

test("servers that start together share one secret", async () => {
	const folder = temporaryFolder();

	const secrets = await Promise.all(
		Array.from({ length: 8 }, () => readSharedSecret(undefined, { folder, name: "secret" })),
	);

	const kept = await readFile(join(folder, "secret"), "utf8");
	expect(new Set(secrets.map(({ secret }) => secret))).toEqual(new Set([kept]));
});

test("without a place to keep it, the secret lives as long as the process", async () => {
	const folder = temporaryFolder();
	await writeFile(join(folder, "file"), "");

	const { secret, problem } = await readSharedSecret(undefined, {
		folder: join(folder, "file"),
		name: "secret",
	});

	expect(secret).toMatch(/^[\w-]{43}$/);
	expect(problem).toBeDefined();
});
