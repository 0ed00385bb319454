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

/**
 * Makes both images once, by the real compose file, under a tag of their own. `IMAGE_TAG` names some
 * that are there already, for runs by hand.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
	const present = process.env["IMAGE_TAG"];
	if (present !== undefined) {
		project.provide("imageTag", present);
		return undefined;
	}
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
