import type { z } from "zod";
import { readWithSchema, type SchemaReading } from "../http/read-with-schema.ts";
import type { DocumentKind, Documents } from "../store/settings/documents.ts";
import { cohortSchema } from "./definition/cohort-definition.ts";
import { featureSchema } from "./definition/early-access-feature.ts";
import { type CatalogFlag, flagSchema, readStoredFlag } from "./definition/flag-definition.ts";
import { dependenciesOf, flagsByName } from "./evaluation/evaluate-flags.ts";

/** A kind of definition that operators write in a file or through the API. */
export interface DefinitionKind {
	readonly kind: DocumentKind;
	/** Path below `/api/v1/` and section of the flags file. */
	readonly path: string;
	/** Field of the body with the key; a body without it gets the key of the store. */
	readonly keyField: string;
	/** Schema of a body; `check` tests the other rules. */
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
		check: (body) => problemsOf(readWithSchema(featureSchema, body)),
	},
];

function checkFlag(body: unknown, key: string, documents: Documents): readonly string[] {
	const id = documents.get("flag", key)?.id ?? NO_ID;
	const reading = readStoredFlag({ id, key, version: 1, body });
	if (reading.kind === "problems") return reading.problems;
	const others = documents.list("flag").flatMap((document) => {
		const other = readStoredFlag(document);
		return document.key === key || other.kind === "problems" ? [] : [other.value];
	});
	const circle = findCircle(reading.value, [...others, reading.value]);
	if (circle === undefined) return [];
	return [`filters.groups must not depend on the flag itself: the cycle is ${circle.join(" → ")}`];
}

/** A new flag has no id. */
const NO_ID = -1;

/** @returns The keys along a circle of dependencies, from the flag back to it, or `undefined`. */
function findCircle(
	flag: CatalogFlag,
	flags: readonly CatalogFlag[],
): readonly string[] | undefined {
	const byName = flagsByName(flags);
	const seen = new Set<CatalogFlag>();
	const search = (current: CatalogFlag): readonly string[] | undefined => {
		if (seen.has(current)) return undefined;
		seen.add(current);
		const { key } = current.definition;
		for (const name of dependenciesOf(current.definition)) {
			const next = byName.get(name);
			if (next === flag) return [key, flag.definition.key];
			const rest = next && search(next);
			if (rest !== undefined) return [key, ...rest];
		}
		return undefined;
	};
	return search(flag);
}

function checkCohort(body: unknown, key: string): readonly string[] {
	const reading = readWithSchema(cohortSchema, body);
	if (reading.kind === "problems") return reading.problems;
	if (String(reading.value.id) === key) return [];
	return [`id must be ${key}: current value is "${reading.value.id}"`];
}

function problemsOf(reading: SchemaReading<unknown>): readonly string[] {
	return reading.kind === "problems" ? reading.problems : [];
}
