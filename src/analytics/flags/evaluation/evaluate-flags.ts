import type { CatalogFlag, FlagDefinition } from "../definition/flag-definition.ts";
import { evaluateFlag } from "./evaluate-flag.ts";
import { type Evaluation, flagValue } from "./evaluation.ts";
import type { FlagContext } from "./flag-context.ts";

const MISSING_DEPENDENCY: Evaluation = {
	enabled: false,
	variant: undefined,
	reason: "missing_dependency",
	conditionIndex: undefined,
	payload: undefined,
};

/**
 * Evaluates flags, each after its dependencies.
 *
 * @param flags All flags: a flag may depend on one that was not requested.
 * @returns Key → evaluation of every active flag, in the order of `flags`.
 */
export function evaluateFlags(
	flags: readonly CatalogFlag[],
	context: FlagContext,
): ReadonlyMap<string, Evaluation> {
	const run = new EvaluationRun(flags, context);
	const active = flags.filter(({ definition }) => isServed(definition));
	return new Map(active.map((flag) => [flag.definition.key, run.evaluate(flag)]));
}

/** Clients do not see flags that are off, deleted or archived. */
export function isServed({ active, deleted, archived }: FlagDefinition): boolean {
	return active && deleted !== true && archived !== true;
}

/** One pass over the flags for one person: evaluates each flag once and detects circles. */
class EvaluationRun {
	readonly #byName: ReadonlyMap<string, CatalogFlag>;
	readonly #context: FlagContext;
	readonly #done = new Map<CatalogFlag, Evaluation>();
	readonly #underWay = new Set<CatalogFlag>();

	constructor(flags: readonly CatalogFlag[], context: FlagContext) {
		this.#byName = flagsByName(flags);
		this.#context = context;
	}

	evaluate(flag: CatalogFlag): Evaluation {
		const known = this.#done.get(flag);
		if (known !== undefined) return known;
		this.#underWay.add(flag);
		const evaluation = this.#evaluateNow(flag);
		this.#underWay.delete(flag);
		this.#done.set(flag, evaluation);
		return evaluation;
	}

	#evaluateNow({ definition }: CatalogFlag): Evaluation {
		const names = dependenciesOf(definition);
		if (names.some((name) => !this.#isKnown(name))) return MISSING_DEPENDENCY;
		return evaluateFlag({
			flag: definition,
			context: this.#context,
			dependencyValue: (name) => this.#valueOf(name),
		});
	}

	/** A flag that depends on itself counts as missing. */
	#isKnown(name: string): boolean {
		const flag = this.#byName.get(name);
		return flag !== undefined && !this.#underWay.has(flag);
	}

	#valueOf(name: string): string | boolean {
		const flag = this.#byName.get(name);
		if (flag === undefined || !isServed(flag.definition)) return false;
		return flagValue(this.evaluate(flag));
	}
}

/** @returns Ids or keys of the flags in a definition's conditions. */
export function dependenciesOf({ filters }: FlagDefinition): readonly string[] {
	const conditions = [...filters.groups, ...(filters.super_groups ?? [])];
	return conditions
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
