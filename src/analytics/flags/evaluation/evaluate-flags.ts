import {
	type CatalogFlag,
	conditionsOf,
	type FlagDefinition,
} from "../definition/flag-definition.ts";
import { type Evaluation, evaluateFlag, flagValue } from "./evaluate-flag.ts";
import type { FlagContext } from "./flag-context.ts";

const MISSING_DEPENDENCY: Evaluation = {
	enabled: false,
	variant: undefined,
	reason: "missing_dependency",
	conditionIndex: undefined,
	payload: undefined,
};

/**
 * Evaluates flags for one person. Each flag is evaluated once, after its dependencies.
 *
 * @param flags All flags: a flag may depend on one that was not requested.
 * @returns Key → evaluation of every active flag, in the order of `flags`.
 */
export function evaluateFlags(
	flags: readonly CatalogFlag[],
	context: FlagContext,
): ReadonlyMap<string, Evaluation> {
	const byName = flagsByName(flags);
	const done = new Map<CatalogFlag, Evaluation>();
	const underWay = new Set<CatalogFlag>();
	const active = flags.filter(({ definition }) => isServed(definition));
	return new Map(active.map((flag) => [flag.definition.key, evaluate(flag)]));

	function evaluate(flag: CatalogFlag): Evaluation {
		const known = done.get(flag);
		if (known !== undefined) return known;
		underWay.add(flag);
		const evaluation = dependenciesOf(flag.definition).every(isKnown)
			? evaluateFlag({ flag: flag.definition, context, dependencyValue })
			: MISSING_DEPENDENCY;
		underWay.delete(flag);
		done.set(flag, evaluation);
		return evaluation;
	}

	/** A flag that depends on itself counts as missing. */
	function isKnown(name: string): boolean {
		const flag = byName.get(name);
		return flag !== undefined && !underWay.has(flag);
	}

	function dependencyValue(name: string): string | boolean {
		const flag = byName.get(name);
		return flag !== undefined && isServed(flag.definition) && flagValue(evaluate(flag));
	}
}

/** Clients do not see flags that are off, deleted or archived. */
export function isServed({ active, deleted, archived }: FlagDefinition): boolean {
	return active && deleted !== true && archived !== true;
}

/** @returns Ids or keys of the flags in a definition's conditions. */
export function dependenciesOf(flag: FlagDefinition): readonly string[] {
	return conditionsOf(flag)
		.flatMap(({ properties }) => properties ?? [])
		.filter(({ type }) => type === "flag")
		.map(({ key }) => key);
}

/**
 * Indexes flags by id and key: stored definitions name dependencies by id, local ones by key. A key
 * wins over an equal id.
 */
export function flagsByName(flags: readonly CatalogFlag[]): ReadonlyMap<string, CatalogFlag> {
	const known = flags.filter(({ definition }) => definition.deleted !== true);
	return new Map([
		...known.map((flag) => [String(flag.id), flag] as const),
		...known.map((flag) => [flag.definition.key, flag] as const),
	]);
}
