import { readWithSchema, type SchemaReading } from "../http/read-with-schema.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { DocumentKind, Documents, StoredDocument } from "../store/settings/documents.ts";
import { type CohortDefinition, cohortSchema } from "./definition/cohort-definition.ts";
import {
	type EarlyAccessFeature,
	featureOfFlag,
	featureSchema,
} from "./definition/early-access-feature.ts";
import {
	type CatalogFlag,
	missingGroupTypes,
	readStoredFlag,
} from "./definition/flag-definition.ts";
import { isServed } from "./evaluation/evaluate-flags.ts";
import { createPatternMatcher, type MatchPattern } from "./evaluation/pattern-matcher.ts";

/** A snapshot of every definition, parsed. */
export interface FlagCatalog {
	readonly flags: readonly CatalogFlag[];
	readonly cohorts: ReadonlyMap<number, CohortDefinition>;
	readonly features: readonly CatalogFeature[];
	/** Caches the compiled patterns of these definitions. */
	readonly matchPattern: MatchPattern;
}

export interface CatalogFeature extends EarlyAccessFeature {
	readonly id: string;
}

/**
 * Caches the catalog of the stored definitions until one changes: clients ask on every page view.
 *
 * @param report Called once after each change, with a sentence for each unusable definition. The
 *   others are served without it.
 * @returns A function that returns the current catalog.
 */
export function createFlagCatalog(
	{ documents, groups }: Pick<AnalyticsStore, "documents" | "groups">,
	report: (problems: readonly string[]) => void,
): () => FlagCatalog {
	let revision: number | undefined;
	let catalog: FlagCatalog | undefined;
	return () => {
		const now = documents.revision();
		if (catalog !== undefined && now === revision) return catalog;
		const problems: string[] = [];
		catalog = readCatalog(documents, problems);
		for (const { definition } of catalog.flags) {
			const missing = missingGroupTypes(definition, groups.types());
			problems.push(...missing.map((problem) => `Definition "${definition.key}": ${problem}`));
		}
		revision = now;
		if (problems.length > 0) report(problems);
		return catalog;
	};
}

function readCatalog(documents: Documents, problems: string[]): FlagCatalog {
	const flags = readAll("flag", readStoredFlag);
	const cohorts = readAll("cohort", ({ body }) => readWithSchema(cohortSchema, body));
	const described = readAll("early-access-feature", ({ key: id, body }) =>
		readWithSchema(
			featureSchema.transform((feature) => ({ ...feature, id })),
			body,
		),
	);
	return {
		flags,
		cohorts: new Map(cohorts.map((cohort) => [cohort.id, cohort])),
		features: servedFeatures(described, flags),
		matchPattern: createPatternMatcher(),
	};

	/** Stored definitions were checked: a problem means that an older version wrote one. */
	function readAll<Value>(
		kind: DocumentKind,
		read: (document: StoredDocument) => SchemaReading<Value>,
	): readonly Value[] {
		return documents.list(kind).flatMap((document) => {
			const reading = read(document);
			if (reading.kind === "value") return [reading.value];
			problems.push(
				...reading.problems.map((problem) => `Definition "${document.key}": ${problem}`),
			);
			return [];
		});
	}
}

/** Described features first, then features of flags without a description. */
function servedFeatures(
	described: readonly CatalogFeature[],
	flags: readonly CatalogFlag[],
): readonly CatalogFeature[] {
	const served = flags.map(({ definition }) => definition).filter(isServed);
	const keys = new Set(served.map(({ key }) => key));
	const taken = new Set(described.map(({ flagKey }) => flagKey));
	const announced = served.flatMap((definition) => {
		const feature = featureOfFlag(definition);
		if (feature === undefined || taken.has(definition.key)) return [];
		return [{ ...feature, id: definition.key }];
	});
	return [...described.filter(({ flagKey }) => keys.has(flagKey)), ...announced];
}
