import { runLimited } from "../platform/limited-process.ts";
import { AdoptError, type Adoption } from "./adoption.ts";

/** Several times the needs of the largest known documentation. */
const LIMITS = { timeMs: 60_000, memoryMb: 256, outputBytes: 16_000_000 };

/**
 * Recognizes the generator of a folder in a process with limits: the folder may come from strangers.
 *
 * @param recognizer The built `recognizer.ts`.
 * @throws {AdoptError} When the process exceeds a limit.
 */
export async function readAdoption(folder: string, recognizer: URL): Promise<Adoption | undefined> {
	const reading = await runLimited(recognizer, [folder], LIMITS);
	if (reading.kind === "failed") {
		throw new AdoptError(
			`The configuration in "${folder}" must be readable within limits: it needed ${reading.reason}`,
		);
	}
	// The recognizer writes an adoption, or nothing.
	return reading.output === "" ? undefined : JSON.parse(reading.output);
}
