import type { z } from "zod";
import { readWithSchema, type SchemaReading } from "../../http/read-with-schema.ts";

/** Names and rules of the parameters, and what they are read as. */
export type QuerySchema<Value> = z.ZodObject & z.ZodType<Value>;

/** Reads the parameters of a query; unknown ones are a problem each. A route without a schema takes none. */
export function readQuery<Value>(
	schema: QuerySchema<Value> | undefined,
	query: unknown,
): SchemaReading<Value> {
	// Fastify's own parser gives a record of texts and lists of texts.
	const parameters = nestParameters(query as Parameters);
	const known = Object.keys(schema?.shape ?? {});
	const unknown = Object.keys(parameters).filter((name) => !known.includes(name));
	// Without a schema the type of the value is undefined.
	const reading: SchemaReading<Value> =
		schema === undefined
			? { kind: "value", value: undefined as Value }
			: readWithSchema<Value>(schema, parameters);
	const problems = [
		...unknown.map((name) => unknownProblem(name, known)),
		...(reading.kind === "problems" ? reading.problems : []),
	];
	return problems.length === 0 ? reading : { kind: "problems", problems };
}

type Parameters = Readonly<Record<string, unknown>>;

/** `property.plan=team` → `{ property: { plan: "team" } }`. */
function nestParameters(parameters: Parameters): Parameters {
	const plain = Object.entries(parameters).filter(([name]) => !name.includes("."));
	const dotted = Object.entries(parameters).filter(([name]) => name.includes("."));
	const groups = Map.groupBy(dotted, ([name]) => name.slice(0, name.indexOf(".")));
	const nested = [...groups].map(([group, members]) => [
		group,
		Object.fromEntries(members.map(([name, value]) => [name.slice(group.length + 1), value])),
	]);
	return Object.fromEntries([...plain, ...nested]);
}

function unknownProblem(name: string, known: readonly string[]): string {
	const parameters = known.length === 0 ? "none" : known.join(", ");
	return `Query parameters must be known (${parameters}): current value is "${name.slice(0, 80)}"`;
}
