import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runDocker } from "./run-docker.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** The tag of the images that this run has made. */
		imageTag: string;
	}
}

const ROOT = join(import.meta.dirname, "../../..");

/** Makes both images once, by the real compose file, under a tag of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const imageTag = `test-${randomBytes(4).toString("hex")}`;
	await runDocker(["compose", "--env-file", "/dev/null", "build", "site", "caddy"], {
		folder: ROOT,
		environment: { LOGGIA_VERSION: imageTag, LOGGIA_CADDY_VERSION: imageTag },
	});
	project.provide("imageTag", imageTag);
	return async () => {
		await runDocker(["image", "rm", "--force", `loggia:${imageTag}`, `loggia-caddy:${imageTag}`]);
	};
}
