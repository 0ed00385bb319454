import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ReadonlyDeep } from "../api-types/answer-of.ts";
import type { Role } from "../api-types/session.ts";
import { readJson, readWithSchema, type SchemaReading } from "../http/read-with-schema.ts";
import { refuseRequest } from "../http/refuse-request.ts";
import { isRefused, type Refused, refused } from "./refused.ts";

/** Rights that a caller needs for a route. */
export interface RouteAccess {
	/** Lowest role that may use the route; outsiders have not signed in. */
	readonly role: Role | "outsider";
	/** Requires a signed-in browser: a stolen API key must not be able to create other keys. */
	readonly needsSession?: true;
	/** Default: requires access to the requested project. `own-account`: requires no project. */
	readonly scope?: "all-projects" | "own-account";
}

/** Requires access to all projects, and a dashboard session. */
export const MANAGEMENT = { needsSession: true, scope: "all-projects" } as const;

/** A route of the API: its handler, and its entry in the API description. */
export interface ApiRoute extends RouteDescription, Pick<RouteAccess, "role"> {
	readonly method: Method;
	/** In OpenAPI notation, such as `/api/v1/persons/{id}`. */
	readonly path: `/api/${string}`;
	readonly query?: z.ZodObject;
	readonly answer: RouteContent | string;
	readonly handle: (
		request: FastifyRequest,
		reply: FastifyReply,
		record: RecordChange,
	) => Promise<unknown>;
}

/** Adds an entry to the log of changes. @param target Key, id or name of the changed object; may be empty. */
export type RecordChange = (target: string) => void;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface RouteDescription extends Omit<RouteAccess, "role"> {
	readonly summary: string;
	readonly body?: RouteContent;
	/** Status of a success. Default: 200, or 204 without a body. */
	readonly status?: 200 | 201;
	/** Responds with 201 if nothing existed at the path before. */
	readonly isUpsert?: true;
	/** Passes the body as a stream: it can be larger than memory. */
	readonly streamsBody?: true;
	/** Default: 1 MiB. */
	readonly maxBodyBytes?: number;
	/** Whether each use is logged as a change. Default: all editor and admin routes except `GET`. */
	readonly isChange?: true;
	/** Whether the path names a person: the log of changes must not name people. */
	readonly hidesTarget?: true;
	/** Meaning of each further error status. 400, 401, 403, and 404 for an unknown id are implied. */
	readonly refusals?: Readonly<Record<number, string>>;
}

export interface RouteContent<Value = unknown> {
	readonly description: string;
	/** Default: `application/json`. */
	readonly mediaType?: string;
	/** Schema of the whole response, or of one line if the media type has lines. */
	readonly schema?: z.ZodType<Value>;
	/** Returned as stored: fields with a default may be absent. */
	readonly isAsWritten?: true;
}

export interface RouteDefinition<Query, Body, Answer> extends RouteDescription {
	/** Unknown parameters are refused: a misspelled filter must not return everything. */
	readonly query?: z.ZodObject & z.ZodType<Query>;
	/** Schema of the JSON body. */
	readonly json?: z.ZodType<Body>;
	/** A string describes a success without a body; the handler's result is not sent. */
	readonly answer: RouteContent<Answer> | string;
	/**
	 * `undefined` and `false` mean that nothing has the id of the path. A stream is sent unchanged.
	 * Never return the reply: awaiting it resolves to `undefined` after it was sent.
	 */
	readonly handle: (
		call: ApiCall<Query, Body>,
	) => Promise<ReadonlyDeep<NoInfer<Answer>> | undefined | Refused | Readable>;
}

export interface ApiCall<Query = unknown, Body = unknown> {
	/** Value of `{id}` or `{key}` in the path; empty if the path has neither. */
	readonly id: string;
	readonly query: Query;
	readonly body: Body;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/**
 * Creates a route that checks query and body before its handler runs, and refuses invalid requests.
 *
 * @param role Lowest role that may use the route; `outsider`: anyone.
 * @param name Method and path in OpenAPI notation: `GET /api/v1/persons/{id}`.
 */
export function defineRoute<Query = undefined, Body = undefined, Answer = unknown>(
	role: ApiRoute["role"],
	name: `${Method} /api/${string}`,
	{ handle, json, ...definition }: RouteDefinition<Query, Body, Answer>,
): ApiRoute {
	// The type of `name` guarantees both parts.
	const [method, path] = name.split(" ") as [Method, ApiRoute["path"]];
	const { status, hidesTarget } = definition;
	const isChange =
		definition.isChange ?? (method !== "GET" && (role === "editor" || role === "admin"));
	return {
		role,
		method,
		path,
		...(json === undefined ? {} : { body: { description: "As JSON", schema: json } }),
		...definition,
		handle: async (request, reply, record) => {
			const query = readQuery(definition.query, request.query);
			const body = json === undefined ? NO_BODY : readJson(json, request);
			if (query.kind !== "value" || body.kind !== "value") {
				const problems = [query, body].flatMap((reading) =>
					reading.kind === "problems" ? reading.problems : [],
				);
				return refuseRequest(reply, 400, problems);
			}
			const id = String(Object.values(request.params as object)[0] ?? "");
			// Without a schema, `Body` is `undefined`, and so is the value.
			const call = { id, query: query.value, body: body.value as Body, request, reply };
			const given = await handle(call);
			const place = path.replace("/api/v1/", "").replace(/\{.*/, id);
			const isMissing = given === undefined || given === false;
			const answer = isMissing ? refused(404, `There is nothing at ${place}`) : given;
			if (isRefused(answer)) return refuseRequest(reply, answer.refused, answer.problems);
			if (isChange) record(hidesTarget === true ? "" : targetOf(id, method, body.value));
			if (status !== undefined) reply.code(status);
			return typeof definition.answer === "string" ? reply.code(204).send() : answer;
		},
	};
}

/** The id, else the name, else the fields that a PATCH changes. Field values can be secrets. */
function targetOf(id: string, method: Method, body: unknown): string {
	if (id !== "" || typeof body !== "object" || body === null) return id;
	const { name, mail } = body as { readonly name?: unknown; readonly mail?: unknown };
	const label = name ?? mail;
	if (typeof label === "string") return label;
	return method === "PATCH" ? Object.keys(body).join(", ") : "";
}

const NO_BODY: SchemaReading<undefined> = { kind: "value", value: undefined };

/** Reads the query parameters. Each unknown one is a problem; a route without a schema allows none. */
function readQuery<Value>(
	schema: RouteDefinition<Value, unknown, unknown>["query"],
	query: unknown,
): SchemaReading<Value> {
	// Fastify's parser returns an object of strings and lists of strings.
	const parameters = nestParameters(query as Parameters);
	const known = Object.keys(schema?.shape ?? {});
	const allowed = known.join(", ") || "none";
	const unknown = Object.keys(parameters).flatMap((name) =>
		known.includes(name)
			? []
			: `Query parameters must be known (${allowed}): current value is "${name.slice(0, 80)}"`,
	);
	// Without a schema the type of the value is undefined.
	const reading: SchemaReading<Value> =
		schema === undefined
			? { kind: "value", value: undefined as Value }
			: readWithSchema<Value>(schema, parameters);
	if (unknown.length === 0) return reading;
	const problems = reading.kind === "problems" ? reading.problems : [];
	return { kind: "problems", problems: [...unknown, ...problems] };
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
