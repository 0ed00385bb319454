import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { checkJsonShape } from "../wire/json-shape.ts";
import { readWithSchema, type SchemaReading } from "./read-with-schema.ts";

/** Reads a JSON body, whatever its media type says: `curl -d` calls everything a form. */
export function readJson<Value>(
	schema: z.ZodType<Value>,
	{ body }: Pick<FastifyRequest, "body">,
): SchemaReading<Value> {
	const text = Buffer.isBuffer(body) ? body.toString("utf8") : "";
	const problem = checkJsonShape(text);
	if (problem !== undefined) return { kind: "problems", problems: [`The body has ${problem}`] };
	try {
		return readWithSchema(schema, JSON.parse(text));
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		return { kind: "problems", problems: ["The body must be JSON"] };
	}
}
