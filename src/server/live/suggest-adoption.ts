import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { runLimited } from "../../platform/limited-process.ts";

/** A start must not compete with this for memory. */
const LIMITS = { timeMs: 10_000, memoryMb: 128, outputBytes: 64_000 };

/**
 * Logs what `adopt` would take over from a folder without `site.yaml`. The program `adopt` reads the
 * configuration of the other generator; no failure of it reaches this process.
 *
 * @param recognizer The built `adopt/recognizer.ts`.
 */
export async function suggestAdoption(
	siteFolder: string,
	recognizer: URL,
	log: Pick<Logger, "info" | "warn">,
): Promise<void> {
	if (existsSync(join(siteFolder, "site.yaml")) || !existsSync(siteFolder)) return;
	const reading = await runLimited(recognizer, [siteFolder, "--hint"], LIMITS);
	if (reading.kind === "failed") {
		const message =
			"The configuration of another generator cannot be read within limits: the folder is served without it";
		log.warn({ reason: reading.reason }, message);
	} else if (reading.output !== "") log.info(reading.output);
}
