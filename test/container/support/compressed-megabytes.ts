import { spawn } from "node:child_process";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { environmentOfDocker } from "./run-docker.ts";

/** @returns The size of `docker save {image} | gzip -1`, in whole megabytes. */
export async function compressedMegabytes(image: string): Promise<number> {
	const saving = spawn("docker", ["save", image], {
		env: environmentOfDocker({}),
		stdio: ["ignore", "pipe", "inherit"],
	});
	let bytes = 0;
	await pipeline(saving.stdout, createGzip({ level: 1 }), async (chunks) => {
		for await (const chunk of chunks as AsyncIterable<Buffer>) bytes += chunk.length;
	});
	return Math.round(bytes / 1_000_000);
}
