import * as z from "zod";

/** What the service answers, as its schema says it; the dashboard and scripts only read it. */
export type AnswerOf<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

export type ReadonlyDeep<Value> = Value extends readonly (infer Item)[]
	? readonly ReadonlyDeep<Item>[]
	: Value extends object
		? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }
		: Value;

/** What lists answer. */
export interface Listed<Row> {
	readonly results: readonly Row[];
}

/** The schema of {@link Listed}. */
export function listOf<Row extends z.ZodType>(row: Row) {
	return z.object({ results: z.array(row) });
}
