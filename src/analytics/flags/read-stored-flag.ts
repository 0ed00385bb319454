import type { SchemaReading } from "../http/read-with-schema.ts";
import type { StoredDocument } from "../store/settings/documents.ts";
import { parseFlagDefinition } from "./definition/flag-definition.ts";
import type { CatalogFlag } from "./evaluation/evaluate-flags.ts";

/** Reads a flag as the store has it. An id in the definition is what other definitions refer to. */
export function readStoredFlag({
	id,
	key,
	version,
	body,
}: Pick<StoredDocument, "id" | "key" | "version" | "body">): SchemaReading<CatalogFlag> {
	const reading = parseFlagDefinition(body, key);
	if (reading.kind === "problems") return reading;
	const definition = reading.value;
	return { kind: "value", value: { id: definition.id ?? id, version, definition } };
}
