import type { z } from "zod";
import { readWithSchema, type SchemaReading } from "../read-with-schema.ts";

/** Names and rules of the parameters, and what they are read as. */
export type QuerySchema<Value> = z.ZodObject & z.ZodType<Value>;

/** Reads the parameters of a query; those that nobody knows are a problem each. */
export function readQuery<Value>(schema: QuerySchema<Value>, query: unknown): SchemaReading<Value> {
	// Fastify's own parser gives a record of texts and lists of texts.
	const parameters = query as Readonly<Record<string, unknown>>;
	const known = Object.keys(schema.shape);
	const unknown = Object.keys(parameters).filter((name) => !known.includes(name));
	const reading = readWithSchema<Value>(schema, { ...parameters });
	const problems = [
		...unknown.map((name) => unknownProblem(name, known)),
		...(reading.kind === "problems" ? reading.problems : []),
	];
	return problems.length === 0 ? reading : { kind: "problems", problems };
}

function unknownProblem(name: string, known: readonly string[]): string {
	const parameters = known.length === 0 ? "none" : known.join(", ");
	return `Query parameters must be known (${parameters}): current value is "${name.slice(0, 80)}"`;
}
