import * as z from "zod";

/** Response type of a schema, read-only for the dashboard and scripts. */
export type AnswerOf<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

export type ReadonlyDeep<Value> = Value extends readonly (infer Item)[]
	? readonly ReadonlyDeep<Item>[]
	: Value extends object
		? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }
		: Value;

/** Response of a list. */
export interface Listed<Row> {
	readonly results: readonly Row[];
}

/** The schema of {@link Listed}. */
export function listOf<Row extends z.ZodType>(row: Row) {
	return z.object({ results: z.array(row) });
}
