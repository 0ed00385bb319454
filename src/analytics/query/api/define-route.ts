import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { readJson, readWithSchema, type SchemaReading } from "../../http/read-with-schema.ts";
import { refuseRequest } from "../../http/refuse-request.ts";
import type { ReadonlyDeep } from "../../wire/dashboard/answer-of.ts";
import type { Role } from "../../wire/dashboard/session.ts";
import { isRefused, type Refused, refused } from "./refused.ts";

/** What a caller needs for a route. */
export interface RouteAccess {
	/** The lowest role; outsiders have not signed in. */
	readonly role: Role | "outsider";
	/** A key that was lost must not be able to make others: it needs a browser that is signed in. */
	readonly needsSession?: true;
	/** Default: the project that is asked. `own-account`: whatever projects the caller has. */
	readonly scope?: "all-projects" | "own-account";
}

/** For who manages all projects, in the dashboard alone. */
export const MANAGEMENT = { needsSession: true, scope: "all-projects" } as const;

/** One route of the API: how to answer it, and all that its description says. */
export interface ApiRoute extends RouteDescription, Pick<RouteAccess, "role"> {
	readonly method: Method;
	/** As OpenAPI writes it, such as `/api/v1/persons/{id}`. */
	readonly path: `/api/${string}`;
	readonly query?: z.ZodObject;
	readonly answer: RouteContent | string;
	readonly handle: (
		request: FastifyRequest,
		reply: FastifyReply,
		record: RecordChange,
	) => Promise<unknown>;
}

/** Writes to the record of changes. @param target Key, id or name of the changed thing; may be empty. */
export type RecordChange = (target: string) => void;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface RouteDescription extends Omit<RouteAccess, "role"> {
	readonly summary: string;
	readonly body?: RouteContent;
	/** Of the answer; 200 unless told, and 204 without a body. */
	readonly status?: 200 | 201;
	/** Answers 201 where there was nothing before. */
	readonly isUpsert?: true;
	/** The body is handed on as a stream: it can be larger than memory. */
	readonly streamsBody?: true;
	/** A megabyte unless told. */
	readonly maxBodyBytes?: number;
	/** Whether its use is a change; default: for editors and admins, except `GET`. */
	readonly isChange?: true;
	/** Whether the path names a person: the record of changes must not name people. */
	readonly hidesTarget?: true;
	/** Statuses beside the answer's, 400, 401 and the 404 of an unknown id, each with its meaning. */
	readonly refusals?: Readonly<Record<number, string>>;
}

export interface RouteContent<Value = unknown> {
	readonly description: string;
	/** `application/json` unless told. */
	readonly mediaType?: string;
	/** Of the whole answer, or of one line where the media type has lines. */
	readonly schema?: z.ZodType<Value>;
	/** It is given back as it was written: what has a default may be absent. */
	readonly isAsWritten?: true;
}

export interface RouteDefinition<Query, Body, Answer> extends RouteDescription {
	/** A parameter that is not in it is refused: a misspelled filter must not answer with everything. */
	readonly query?: z.ZodObject & z.ZodType<Query>;
	/** What a JSON body must be. */
	readonly json?: z.ZodType<Body>;
	/** A text: of a success without a body, whatever the handler gives. */
	readonly answer: RouteContent<Answer> | string;
	/**
	 * `undefined` and `false`: nothing has the id of the path. A stream is sent as it is; a reply may not be
	 * returned, since it is awaited until it has been sent, and then is `undefined`.
	 */
	readonly handle: (
		call: ApiCall<Query, Body>,
	) => Promise<ReadonlyDeep<NoInfer<Answer>> | undefined | Refused | Readable>;
}

export interface ApiCall<Query = unknown, Body = unknown> {
	/** The part of the path that `{id}` or `{key}` stands for. */
	readonly id: string;
	readonly query: Query;
	readonly body: Body;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/**
 * Makes a route that reads query and body before it is handled, and refuses what is wrong.
 *
 * @param role The lowest role that may use it; `outsider`: anybody.
 * @param name Method and path, as OpenAPI writes it: `GET /api/v1/persons/{id}`.
 */
export function defineRoute<Query = undefined, Body = undefined, Answer = unknown>(
	role: ApiRoute["role"],
	name: `${Method} /api/${string}`,
	{ handle, json, ...definition }: RouteDefinition<Query, Body, Answer>,
): ApiRoute {
	// The type of the name says so.
	const [method, path] = name.split(" ") as [Method, ApiRoute["path"]];
	const { status, hidesTarget } = definition;
	const isChange =
		definition.isChange ?? (method !== "GET" && (role === "editor" || role === "admin"));
	return {
		...{ role, method, path },
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
			// Routes without a schema for it get no body, and say so in their type.
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

/** Names of the fields of a change of settings; values can be secrets. */
function targetOf(id: string, method: Method, body: unknown): string {
	if (id !== "" || typeof body !== "object" || body === null) return id;
	const { name, mail } = body as { readonly name?: unknown; readonly mail?: unknown };
	const label = name ?? mail;
	if (typeof label === "string") return label;
	return method === "PATCH" ? Object.keys(body).join(", ") : "";
}

const NO_BODY: SchemaReading<undefined> = { kind: "value", value: undefined };

/** Reads the parameters of a query; unknown ones are a problem each. A route without a schema takes none. */
function readQuery<Value>(
	schema: RouteDefinition<Value, unknown, unknown>["query"],
	query: unknown,
): SchemaReading<Value> {
	// Fastify's own parser gives a record of texts and lists of texts.
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
