import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isoTime } from "../../api/iso-time.ts";
import { refused } from "../../api/refused.ts";
import { listOf } from "../../api-types/answer-of.ts";
import { historyAnswer, listedDefinition } from "../../api-types/flags.ts";
import {
	clientConfigSchema,
	readClientConfig,
	writeClientConfig,
} from "../../flags/clients/client-config.ts";
import { createSecureKey } from "../../flags/clients/secure-key.ts";
import { missingGroupTypes, parseFlagDefinition } from "../../flags/definition/flag-definition.ts";
import { DEFINITION_KINDS, type DefinitionKind } from "../../flags/definition-kinds.ts";
import type { StoredDocument } from "../../store/settings/documents.ts";
import type { ApiContext } from "../api-context.ts";

/**
 * Routes for definitions, for the dashboard and for scripts of users: list, read, write, delete,
 * history. A definition is returned exactly as it was written.
 */
export function definitionRoutes(options: ApiContext): readonly ApiRoute[] {
	return [
		...DEFINITION_KINDS.flatMap((kind) => [
			...readRoutes(kind, options),
			...writeRoutes(kind, options),
		]),
		...clientRoutes(options),
	];
}

function readRoutes(
	{ kind, path, keyField, schema }: DefinitionKind,
	{ store: { documents } }: ApiContext,
): readonly ApiRoute[] {
	const list = defineRoute("viewer", `GET /api/v1/${path}`, {
		summary: `All ${path}`,
		answer: { description: "Definitions with version and times", schema: listOf(listedDefinition) },
		handle: async () => ({
			results: documents.list(kind).map(({ createdAt, updatedAt, body, ...rest }) => ({
				...rest,
				created_at: isoTime(createdAt),
				updated_at: isoTime(updatedAt),
				definition: withKey({ key: rest.key, body }, keyField),
			})),
		}),
	});
	const read = defineRoute("viewer", `GET /api/v1/${path}/{key}`, {
		summary: `One of the ${path}`,
		answer: { description: "As it was sent", schema, isAsWritten: true },
		handle: async ({ id: key, reply }) => {
			const document = documents.get(kind, key);
			if (document === undefined) return undefined;
			reply.header("etag", `"${document.version}"`);
			return withKey(document, keyField);
		},
	});
	const history = defineRoute("viewer", `GET /api/v1/${path}/{key}/history`, {
		summary: `Every version of one of the ${path}`,
		answer: { description: "The newest first", schema: historyAnswer },
		handle: async ({ id: key }) => {
			const results = documents.history(kind, key).map(({ version, changedAt, body }) => ({
				version,
				changed_at: isoTime(changedAt),
				// Only objects pass the check before storing.
				definition: (body as Readonly<Record<string, unknown>> | undefined) ?? null,
			}));
			return results.length === 0 ? undefined : { results };
		},
	});
	return [list, read, history];
}

function writeRoutes(
	{ kind, path, keyField, schema, check }: DefinitionKind,
	{ store: { documents, groups }, now }: ApiContext,
): readonly ApiRoute[] {
	const put = defineRoute("editor", `PUT /api/v1/${path}/{key}`, {
		summary: `Create or replace one of the ${path}`,
		body: { description: "As JSON; unknown fields are stored", schema },
		// The body is stored unchanged, not as parsed by its schema.
		json: z.unknown(),
		isUpsert: true,
		answer: { description: "As it was sent; 201 if it is new", schema, isAsWritten: true },
		handle: async ({ id: key, body, reply }) => {
			const problems = check(body, key, documents);
			if (problems.length > 0) return refused(400, ...problems);
			const missing = kind === "flag" ? missingTypesOf(body, key, groups.types()) : [];
			if (missing.length > 0) return refused(400, ...missing);
			const isNew = documents.get(kind, key) === undefined;
			const document = documents.put({ kind, key, body }, now());
			reply.code(isNew ? 201 : 200).header("etag", `"${document.version}"`);
			return withKey(document, keyField);
		},
	});
	const remove = defineRoute("editor", `DELETE /api/v1/${path}/{key}`, {
		summary: `Delete one of the ${path}`,
		answer: "Deleted",
		handle: async ({ id: key }) => documents.delete(kind, key, now()),
	});
	return [put, remove];
}

function missingTypesOf(
	body: unknown,
	key: string,
	types: Readonly<Record<string, string>>,
): readonly string[] {
	const reading = parseFlagDefinition(body, key);
	return reading.kind === "value" ? missingGroupTypes(reading.value, types) : [];
}

/** Routes for the settings of clients, and for the key of backends that evaluate flags locally. */
function clientRoutes({ store: { settings }, randomBytes }: ApiContext): readonly ApiRoute[] {
	const secureKey = createSecureKey(settings, randomBytes);
	const config = { description: "The settings", schema: clientConfigSchema };
	const key = { description: "The key", schema: z.object({ key: z.string() }) };
	return [
		defineRoute("viewer", "GET /api/v1/client-config", {
			summary: "Events that posthog-js captures automatically",
			answer: config,
			handle: async () => readClientConfig(settings),
		}),
		defineRoute("admin", "PUT /api/v1/client-config", {
			summary: "Change the events that posthog-js captures automatically",
			json: clientConfigSchema,
			answer: config,
			handle: async ({ body }) => {
				writeClientConfig(settings, body);
				return body;
			},
		}),
		defineRoute("admin", "GET /api/v1/secure-key", {
			summary: "The key for local evaluation",
			answer: key,
			handle: async () => ({ key: secureKey.read() }),
		}),
		defineRoute("admin", "POST /api/v1/secure-key", {
			summary: "Renew the key for local evaluation",
			answer: key,
			handle: async () => ({ key: secureKey.renew() }),
		}),
	];
}

function withKey(
	{ key, body }: Pick<StoredDocument, "key" | "body">,
	keyField: string,
): Readonly<Record<string, unknown>> {
	// Only objects pass the check before storing.
	const definition = body as Readonly<Record<string, unknown>>;
	return keyField in definition ? definition : { [keyField]: key, ...definition };
}
