import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGzip } from "node:zlib";
import { environmentOfDocker, runDocker } from "./run-docker.ts";

/** @returns What an image adds to its base, layer by layer as a registry has it, in whole megabytes. */
export async function addedMegabytes(image: string, base: string): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-image-"));
	try {
		await promisify(execFile)("sh", ["-c", SAVE, "sh", image, folder], {
			env: environmentOfDocker({}),
		});
		const [{ Layers: layers }] = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
		const added: readonly string[] = layers.slice((await layersOf(base)).length);
		const sizes = await Promise.all(added.map((layer) => compressedBytes(join(folder, layer))));
		return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1_000_000);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const SAVE = 'docker save "$1" | tar --extract --directory "$2"';

async function layersOf(image: string): Promise<readonly string[]> {
	return JSON.parse(
		await runDocker(["image", "inspect", "--format", "{{json .RootFS.Layers}}", image]),
	);
}

async function compressedBytes(file: string): Promise<number> {
	let bytes = 0;
	await pipeline(createReadStream(file), createGzip(), async (chunks) => {
		for await (const chunk of chunks as AsyncIterable<Buffer>) bytes += chunk.length;
	});
	return bytes;
}
