import * as z from "zod";
import { refuseRequest } from "../../http/refuse-request.ts";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { ApiKey } from "../../store/settings/api-keys.ts";
import type { CreatedKey, KeysAnswer, ListedKey } from "../../wire/dashboard/settings.ts";
import { type ApiRoute, defineRoute, idOf } from "../api/define-route.ts";

/** The name of the key that the environment seeds. */
export const SEEDED_KEY_NAME = "ANALYTICS_API_KEY";

const NAME_RULE = "must be a name of 1 to 100 characters";
const newKey = z.strictObject({
	name: z
		.string(NAME_RULE)
		.trim()
		.min(1, NAME_RULE)
		.max(100, NAME_RULE)
		.refine((name) => name !== SEEDED_KEY_NAME, `must not be ${SEEDED_KEY_NAME}`),
});

const keyShape = {
	id: z.int(),
	name: z.string(),
	created_at: z.iso.datetime(),
	last_used_at: z.iso.datetime().nullable().describe("To the minute"),
	is_from_environment: z.boolean(),
};

export interface KeyRoutesOptions {
	readonly store: AnalyticsStore;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly randomBytes: (size: number) => Uint8Array;
}

const KEY_BYTES = 32;

/** Personal API keys: who is signed in makes and removes them. */
export function keyRoutes({ store, now, randomBytes }: KeyRoutesOptions): readonly ApiRoute[] {
	const { apiKeys } = store;
	const list = defineRoute({
		method: "GET",
		path: "/api/v1/keys",
		summary: "Personal API keys, without the keys themselves",
		needsSession: true,
		query: z.object({}),
		answer: { description: "The keys", schema: z.object({ results: z.array(z.object(keyShape)) }) },
		handle: async () => ({ results: apiKeys.list().map(renderKey) }) satisfies KeysAnswer,
	});
	const create = defineRoute({
		method: "POST",
		path: "/api/v1/keys",
		summary: "Make a personal API key, which is shown this once",
		needsSession: true,
		query: z.object({}),
		json: newKey,
		status: 201,
		answer: { description: "The key", schema: z.object({ ...keyShape, key: z.string() }) },
		handle: async ({ body, reply }) => {
			const key = `phx_${Buffer.from(randomBytes(KEY_BYTES)).toString("base64url")}`;
			apiKeys.add(key, body.name, now());
			// It has just been written, so it is there.
			const stored = apiKeys.find(key) as ApiKey;
			reply.code(201);
			return { ...renderKey(stored), key } satisfies CreatedKey;
		},
	});
	const remove = defineRoute({
		method: "DELETE",
		path: "/api/v1/keys/{id}",
		summary: "Remove a personal API key: nobody gets in with it any more",
		needsSession: true,
		query: z.object({}),
		status: 204,
		answer: { description: "Removed" },
		refusals: { 404: "There is no such key", 409: "The environment would bring it back" },
		handle: async ({ request, reply }) => {
			const key = apiKeys.list().find(({ id }) => String(id) === idOf(request));
			if (key === undefined) {
				const problems = [`There is nothing at keys/${idOf(request)}`];
				return refuseRequest(request, reply, { status: 404, problems });
			}
			if (key.name === SEEDED_KEY_NAME) {
				const problems = [`The key stands in ${SEEDED_KEY_NAME} and must be removed there`];
				return refuseRequest(request, reply, { status: 409, problems });
			}
			apiKeys.revoke(key.id);
			return reply.code(204).send();
		},
	});
	return [list, create, remove];
}

function renderKey({ id, name, createdAt, lastUsedAt }: ApiKey): ListedKey {
	return {
		id,
		name,
		created_at: new Date(createdAt).toISOString(),
		last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
		is_from_environment: name === SEEDED_KEY_NAME,
	};
}
