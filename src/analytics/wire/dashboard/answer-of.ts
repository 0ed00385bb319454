import type { z } from "zod";

/** What the service answers, as its schema says it; the dashboard and scripts only read it. */
export type AnswerOf<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

export type ReadonlyDeep<Value> = Value extends readonly (infer Item)[]
	? readonly ReadonlyDeep<Item>[]
	: Value extends object
		? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }
		: Value;
