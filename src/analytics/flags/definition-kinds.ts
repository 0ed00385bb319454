import type { z } from "zod";
import type { DocumentKind, Documents } from "../store/documents.ts";
import { cohortSchema, parseCohortDefinition } from "./definition/cohort-definition.ts";
import { featureSchema, parseEarlyAccessFeature } from "./definition/early-access-feature.ts";
import {
	type FlagDefinition,
	flagSchema,
	parseFlagDefinition,
} from "./definition/flag-definition.ts";
import type { SchemaReading } from "./definition/read-with-schema.ts";
import { dependenciesOf } from "./evaluation/evaluate-flags.ts";

/** A kind of definition that operators write, by file or by API. */
export interface DefinitionKind {
	readonly kind: DocumentKind;
	/** Path below `/api/v1/` and section of the flags file. */
	readonly path: string;
	/** Field of the body that names it; a body without it gets the key it is stored under. */
	readonly keyField: string;
	/** What a body must be, as far as a schema can say it. */
	readonly schema: z.ZodType;
	/** @returns One sentence for each thing that is wrong; none when it may be stored. */
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
	const reading = parseFlagDefinition(body, key);
	if (reading.kind === "problems") return reading.problems;
	const circle = findCircle(reading.value, documents);
	if (circle === undefined) return [];
	return [`filters.groups must not depend on the flag itself: the circle is ${circle.join(" → ")}`];
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

/** @returns The keys along a circle of dependencies through the flag, or `undefined`. */
function findCircle(flag: FlagDefinition, documents: Documents): readonly string[] | undefined {
	const others = documents.list("flag").filter(({ key }) => key !== flag.key);
	const byName = new Map<string, FlagDefinition>();
	for (const { id, key, body } of others) {
		const reading = parseFlagDefinition(body, key);
		if (reading.kind === "problems") continue;
		byName.set(String(reading.value.id ?? id), reading.value).set(key, reading.value);
	}
	byName.set(flag.key, flag);
	if (typeof flag.id === "number") byName.set(String(flag.id), flag);
	const seen = new Set<FlagDefinition>();
	const search = (current: FlagDefinition): readonly string[] | undefined => {
		if (seen.has(current)) return undefined;
		seen.add(current);
		for (const next of dependenciesOf(current).map((name) => byName.get(name))) {
			if (next === flag) return [current.key, flag.key];
			const rest = next && search(next);
			if (rest !== undefined) return [current.key, ...rest];
		}
		return undefined;
	};
	return search(flag);
}
