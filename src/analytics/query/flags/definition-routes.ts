import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ApiAccess, guardApi } from "../../access/guard-api.ts";
import {
	parseClientConfig,
	readClientConfig,
	writeClientConfig,
} from "../../flags/clients/client-config.ts";
import { createSecureKey } from "../../flags/clients/secure-key.ts";
import { DEFINITION_KINDS, type DefinitionKind } from "../../flags/definition/definition-kinds.ts";
import { decodeRequest } from "../../http/decode-request.ts";
import { refuseRequest } from "../../http/refuse-request.ts";
import type { StoredDocument } from "../../store/settings/documents.ts";
import type { DecodedBody } from "../../wire/decode-body.ts";

export interface DefinitionApiOptions extends ApiAccess {
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Definitions for people's own scripts and for the dashboard: list, read, write, delete,
 * history. A definition is given back exactly as it was written.
 */
export async function definitionApi(
	service: FastifyInstance,
	options: DefinitionApiOptions,
): Promise<void> {
	// Not wrapped as a shared plugin, so that this guards the routes below and no others.
	guardApi(service, options);
	for (const kind of DEFINITION_KINDS) registerKind(service, kind, options);
	registerSettings(service, options);
}

interface KeyParams {
	readonly key: string;
}

function registerKind(
	service: FastifyInstance,
	definition: DefinitionKind,
	{ store: { documents }, now }: DefinitionApiOptions,
): void {
	const { kind, path, keyField } = definition;
	const one = `/api/v1/${path}/:key`;
	service.get(`/api/v1/${path}`, async () => ({
		results: documents.list(kind).map((document) => renderListed(document, keyField)),
	}));
	service.get<{ Params: KeyParams }>(one, async (request, reply) => {
		const document = documents.get(kind, request.params.key);
		if (document === undefined) return refuseMissing(request, reply, definition);
		return sendDocument(reply, document, keyField);
	});
	service.put<{ Params: KeyParams }>(one, async (request, reply) => {
		const { key } = request.params;
		const body = decodeRequest(request);
		if (body.kind === "refused") return refuseBody(request, reply, body);
		const problems = definition.check(body.value, key, documents);
		if (problems.length > 0) return refuseRequest(request, reply, { status: 400, problems });
		const isNew = documents.get(kind, key) === undefined;
		const document = documents.put({ kind, key, body: body.value }, now());
		return sendDocument(reply.code(isNew ? 201 : 200), document, keyField);
	});
	service.delete<{ Params: KeyParams }>(one, async (request, reply) => {
		const deleted = documents.delete(kind, request.params.key, now());
		return deleted ? reply.code(204).send() : refuseMissing(request, reply, definition);
	});
	service.get<{ Params: KeyParams }>(`${one}/history`, async (request, reply) => {
		const history = documents.history(kind, request.params.key);
		if (history.length === 0) return refuseMissing(request, reply, definition);
		const results = history.map(({ version, changedAt, body }) => ({
			version,
			changed_at: isoTime(changedAt),
			definition: body ?? null,
		}));
		return reply.send({ results });
	});
}

function registerSettings(
	service: FastifyInstance,
	{ store: { settings }, randomBytes }: DefinitionApiOptions,
): void {
	const secureKey = createSecureKey(settings, randomBytes);
	service.get("/api/v1/client-config", async () => readClientConfig(settings));
	service.put("/api/v1/client-config", async (request, reply) => {
		const body = decodeRequest(request);
		if (body.kind === "refused") return refuseBody(request, reply, body);
		const reading = parseClientConfig(body.value);
		if (reading.kind === "problems")
			return refuseRequest(request, reply, { status: 400, problems: reading.problems });
		writeClientConfig(settings, reading.value);
		return reading.value;
	});
	service.get("/api/v1/secure-key", async () => ({ key: secureKey.read() }));
	service.post("/api/v1/secure-key", async () => ({ key: secureKey.renew() }));
}

function renderListed(document: StoredDocument, keyField: string): object {
	const { id, key, version, createdAt, updatedAt } = document;
	return {
		id,
		key,
		version,
		created_at: isoTime(createdAt),
		updated_at: isoTime(updatedAt),
		definition: withKey(document, keyField),
	};
}

function sendDocument(
	reply: FastifyReply,
	document: StoredDocument,
	keyField: string,
): FastifyReply {
	return reply.header("etag", `"${document.version}"`).send(withKey(document, keyField));
}

function withKey({ key, body }: StoredDocument, keyField: string): object {
	// Only objects pass the check before storing.
	const definition = body as object;
	return keyField in definition ? definition : { [keyField]: key, ...definition };
}

function isoTime(time: number): string {
	return new Date(time).toISOString();
}

function refuseBody(
	request: FastifyRequest,
	reply: FastifyReply,
	{ status, message }: Extract<DecodedBody, { kind: "refused" }>,
): FastifyReply {
	return refuseRequest(request, reply, { status, problems: [message] });
}

function refuseMissing(
	request: FastifyRequest<{ Params: KeyParams }>,
	reply: FastifyReply,
	{ path }: DefinitionKind,
): FastifyReply {
	const problems = [`There is nothing at ${path}/${request.params.key}`];
	return refuseRequest(request, reply, { status: 404, problems });
}
