import { expect, test } from "vitest";
import { runIngestKillCycles } from "../../support/ingest-kill-cycles.ts";
import { isLong, lengthsOf } from "../../support/lengths.ts";

const { cycles } = lengthsOf("test/server/ingest/kill.test.ts");

test(`${cycles} kills of the site, analytics and both, with every fault between them, lose and double no event`, async () => {
	const result = await runIngestKillCycles(cycles, (cycle) => {
		if (isLong && cycle % 25 === 24) console.log(`${cycle + 1} cycles`);
	});

	// The report is what the long form is run for.
	if (isLong) console.log(result);
	expect(result.acknowledged).toBeGreaterThanOrEqual(cycles);
	expect(result).toMatchObject({ lost: 0, doubled: 0, left: [] });
});
