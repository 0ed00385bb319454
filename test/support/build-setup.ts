import { join } from "node:path";
import { ensureBuild } from "../../scripts/build.ts";

/** Makes the build that tests of every depth start and measure. */
export async function setup(): Promise<void> {
	await ensureBuild(join(import.meta.dirname, "../.."));
}
