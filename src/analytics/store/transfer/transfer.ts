import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Strings } from "../events/strings.ts";
import type { Settings } from "../settings/settings.ts";
import { createImportedTotals, type ImportedTotals } from "./imported-totals.ts";
import { createUncoveredTotals, type UncoveredTotals } from "./uncovered-totals.ts";
import { createVisitFactsReader, type VisitFactsReader } from "./visit-facts.ts";

/** What an export needs beside the events, and an import to give the same figures again. */
export interface Transfer {
	/** Names this store in exports. Random; the same for as long as the file lives. */
	readonly source: () => string;
	readonly facts: VisitFactsReader;
	readonly uncovered: UncoveredTotals;
	readonly imported: ImportedTotals;
	readonly textOf: (number: number) => string;
}

const SOURCE_KEY = "store-name";

export function createTransfer(
	database: DatabaseSync,
	strings: Strings,
	settings: Settings,
): Transfer {
	let name = settings.get(SOURCE_KEY);
	return {
		source: () => {
			if (name !== undefined) return name;
			name = `loggia-${randomBytes(8).toString("hex")}`;
			settings.set(SOURCE_KEY, name);
			return name;
		},
		facts: createVisitFactsReader(database),
		uncovered: createUncoveredTotals(database, strings),
		imported: createImportedTotals(database, strings, settings),
		textOf: strings.textOf,
	};
}
