import type { z } from "zod";
import type { SchemaReading } from "../http/read-with-schema.ts";
import type { DocumentKind, Documents, StoredDocument } from "../store/settings/documents.ts";
import { cohortSchema, parseCohortDefinition } from "./definition/cohort-definition.ts";
import { featureSchema, parseEarlyAccessFeature } from "./definition/early-access-feature.ts";
import { type CatalogFlag, flagSchema, readStoredFlag } from "./definition/flag-definition.ts";
import { findCircle } from "./evaluation/find-circle.ts";

/** A kind of definition that operators write in a file or through the API. */
export interface DefinitionKind {
	readonly kind: DocumentKind;
	/** Path below `/api/v1/` and section of the flags file. */
	readonly path: string;
	/** Field of the body that holds the key; a body without it gets its key in the store. */
	readonly keyField: string;
	/** Rules for a body, as far as a schema can express them. */
	readonly schema: z.ZodType;
	/** @returns One sentence for each mistake. */
	readonly check: (body: unknown, key: string, documents: Documents) => readonly string[];
}

export const DEFINITION_KINDS: readonly DefinitionKind[] = [
	{ kind: "flag", path: "flags", keyField: "key", schema: flagSchema, check: checkFlag },
	{ kind: "cohort", path: "cohorts", keyField: "id", schema: cohortSchema, check: checkCohort },
	{
		kind: "early-access-feature",
		path: "early-access-features",
		keyField: "id",
		schema: featureSchema,
		check: (body) => problemsOf(parseEarlyAccessFeature(body)),
	},
];

function checkFlag(body: unknown, key: string, documents: Documents): readonly string[] {
	const id = documents.get("flag", key)?.id ?? NO_ID;
	const reading = readStoredFlag({ id, key, version: 1, body });
	if (reading.kind === "problems") return reading.problems;
	const others = documents.list("flag").filter((document) => document.key !== key);
	const circle = findCircle(reading.value, [...others.flatMap(readFlag), reading.value]);
	if (circle === undefined) return [];
	return [`filters.groups must not depend on the flag itself: the circle is ${circle.join(" → ")}`];
}

/** A new flag has no id. */
const NO_ID = -1;

function readFlag(document: StoredDocument): readonly CatalogFlag[] {
	const reading = readStoredFlag(document);
	return reading.kind === "value" ? [reading.value] : [];
}

function checkCohort(body: unknown, key: string): readonly string[] {
	const reading = parseCohortDefinition(body);
	if (reading.kind === "problems") return reading.problems;
	if (String(reading.value.id) === key) return [];
	return [`id must be the number of the address, ${key}: current value is "${reading.value.id}"`];
}

function problemsOf(reading: SchemaReading<unknown>): readonly string[] {
	return reading.kind === "problems" ? reading.problems : [];
}
