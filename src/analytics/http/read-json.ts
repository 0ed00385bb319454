import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { checkJsonShape } from "../wire/json-shape.ts";
import { readWithSchema, type SchemaReading } from "./read-with-schema.ts";

export type JsonReading<Value> = SchemaReading<Value> | { readonly kind: "unsupported" };

/**
 * Reads a JSON body. Its media type must say so: a form of another site can send any text,
 * but none under that name.
 */
export function readJson<Value>(
	schema: z.ZodType<Value>,
	{ headers, body }: Pick<FastifyRequest, "headers" | "body">,
): JsonReading<Value> {
	if (!/^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")) {
		return { kind: "unsupported" };
	}
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
