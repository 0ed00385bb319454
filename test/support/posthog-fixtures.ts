import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Copies of the recorded requests and cases; their README names the source. */
const FOLDER = join(import.meta.dirname, "..", "fixtures", "posthog");

/** Reads a fixture. @throws {Error} When it is missing. */
export function posthogFixture<Fixture>(name: string): Fixture {
	const path = join(FOLDER, name);
	if (!existsSync(path)) {
		throw new Error(`The PostHog fixtures must be in test/fixtures/posthog: "${name}" is missing`);
	}
	// Each test file declares the shape that it relies on.
	return JSON.parse(readFileSync(path, "utf8")) as Fixture;
}

/** Reads a fixture with one JSON value per line. */
export function posthogFixtureLines<Line>(name: string): readonly Line[] {
	const text = readFileSync(join(FOLDER, name), "utf8");
	return text
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line) as Line);
}
