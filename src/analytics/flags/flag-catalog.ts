import type { SchemaReading } from "../http/read-with-schema.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { Documents, StoredDocument } from "../store/settings/documents.ts";
import { type CohortDefinition, parseCohortDefinition } from "./definition/cohort-definition.ts";
import {
	type EarlyAccessFeature,
	featureOfFlag,
	parseEarlyAccessFeature,
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
	const flags = documents.list("flag").flatMap((document) => {
		const flag = take(readStoredFlag(document), document, problems);
		return flag === undefined ? [] : [flag];
	});
	const cohorts = documents.list("cohort").flatMap((document) => {
		const cohort = take(parseCohortDefinition(document.body), document, problems);
		return cohort === undefined ? [] : [[cohort.id, cohort] as const];
	});
	return {
		flags,
		cohorts: new Map(cohorts),
		features: readFeatures(documents, flags, problems),
		matchPattern: createPatternMatcher(),
	};
}

/** Described features first, then features of flags without a description. */
function readFeatures(
	documents: Documents,
	flags: readonly CatalogFlag[],
	problems: string[],
): readonly CatalogFeature[] {
	const described = documents.list("early-access-feature").flatMap((document) => {
		const feature = take(parseEarlyAccessFeature(document.body), document, problems);
		return feature === undefined ? [] : [{ ...feature, id: document.key }];
	});
	const served = new Set(
		flags.filter(({ definition }) => isServed(definition)).map(({ definition }) => definition.key),
	);
	const taken = new Set(described.map(({ flagKey }) => flagKey));
	const announced = flags.flatMap(({ definition }) => {
		const feature = featureOfFlag(definition);
		if (feature === undefined || taken.has(definition.key)) return [];
		return [{ ...feature, id: definition.key }];
	});
	return [...described, ...announced].filter(({ flagKey }) => served.has(flagKey));
}

/** Stored definitions were checked: a problem means that an older version wrote one. */
function take<Value>(
	reading: SchemaReading<Value>,
	{ key }: StoredDocument,
	problems: string[],
): Value | undefined {
	if (reading.kind === "value") return reading.value;
	problems.push(...reading.problems.map((problem) => `Definition "${key}": ${problem}`));
	return undefined;
}
