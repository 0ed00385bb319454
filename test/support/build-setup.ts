import { join } from "node:path";
import { ensureBuild } from "../../scripts/build.ts";

/** Creates the build that tests of all levels run and measure. */
export async function setup(): Promise<void> {
	await ensureBuild(join(import.meta.dirname, "../.."));
}
