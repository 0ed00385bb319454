import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import type { ImportAnswer } from "../api-types/transfer.ts";
import type { AnalyticsConfig } from "../config.ts";
import { exportedLine } from "../query/transfer/exported-line.ts";
import { importLines } from "../query/transfer/import-lines.ts";
import { jsonLines } from "../query/transfer/read-body.ts";
import { readExportLine } from "../query/transfer/read-export-line.ts";
import { openStore } from "../store/analytics-store.ts";
import { SCHEMA_VERSION } from "../store/migrations/migrations.ts";
import { LAST_COPIED_EVENT } from "../store/migrations/put-back.ts";
import { copyOfVersion } from "../store/migrations/store-copies.ts";
import { createLimitSettings } from "../store/settings/limit-settings.ts";

const EVENTS_PER_PAGE = 500;

/**
 * Writes the events that only the newer store of a roll-back has, in the format of an export. This version of
 * Loggia must have the schema of that store.
 *
 * @param path The store that was put back.
 */
export async function writeLaterEvents(path: string, output: Writable): Promise<void> {
	const newer = copyOfVersion(path, SCHEMA_VERSION);
	if (!existsSync(newer)) return;
	const store = openStore(newer, Date.now());
	try {
		let last = Number(store.settings.get(LAST_COPIED_EVENT) ?? Number.MAX_SAFE_INTEGER);
		for (;;) {
			const page = store.events.newerThan(last, EVENTS_PER_PAGE);
			if (page.length === 0) return;
			const lines = page.map((event) => exportedLine(event, store));
			if (!output.write(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`)) {
				await once(output, "drain");
			}
			last = page.at(-1)?.id ?? last;
			await setImmediate();
		}
	} finally {
		store.close();
	}
}

/** Stores exported events. The analytics service must be stopped: it has numbers of visitors in memory. */
export async function importEvents(
	path: string,
	input: AsyncIterable<Uint8Array>,
	config: AnalyticsConfig,
): Promise<ImportAnswer> {
	const { projectKey, countVisitorsBy, keptQueryParameters, fixedLimits } = config;
	const store = openStore(path, Date.now(), { keptQueryParameters });
	try {
		return await importLines(input, jsonLines(z.unknown(), readExportLine), {
			store,
			projectKey,
			countVisitorsBy,
			randomBytes,
			now: Date.now,
			notes: [],
			limits: createLimitSettings(store.settings, fixedLimits),
		});
	} finally {
		store.close();
	}
}
