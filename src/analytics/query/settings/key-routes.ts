import * as z from "zod";
import type { ApiKey } from "../../store/settings/api-keys.ts";
import { nameText } from "../../wire/dashboard/question.ts";
import type { ListedKey } from "../../wire/dashboard/settings.ts";
import { createdKey, keysAnswer } from "../../wire/dashboard/settings.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { refused } from "../api/refused.ts";
import type { ApiContext } from "../api-context.ts";

/** The name of the key that the environment seeds. */
export const SEEDED_KEY_NAME = "ANALYTICS_API_KEY";

const newKey = z.strictObject({
	name: nameText.refine((name) => name !== SEEDED_KEY_NAME, `must not be ${SEEDED_KEY_NAME}`),
});

const KEY_BYTES = 32;

/** Personal API keys: who is signed in makes and removes them. */
export function keyRoutes({ store, now, randomBytes }: ApiContext): readonly ApiRoute[] {
	const { apiKeys } = store;
	const list = defineRoute("GET /api/v1/keys", {
		summary: "Personal API keys, without the keys themselves",
		access: "session",
		answer: { description: "The keys", schema: keysAnswer },
		handle: async () => ({ results: apiKeys.list().map(renderKey) }),
	});
	const create = defineRoute("POST /api/v1/keys", {
		summary: "Make a personal API key, which is shown this once",
		access: "session",
		json: newKey,
		status: 201,
		answer: { description: "The key", schema: createdKey },
		handle: async ({ body }) => {
			const key = `phx_${Buffer.from(randomBytes(KEY_BYTES)).toString("base64url")}`;
			apiKeys.add(key, body.name, now());
			// It has just been written, so it is there.
			const stored = apiKeys.find(key) as ApiKey;
			return { ...renderKey(stored), key };
		},
	});
	const remove = defineRoute("DELETE /api/v1/keys/{id}", {
		summary: "Delete a personal API key; requests with it are refused from then on",
		access: "session",
		status: 204,
		answer: { description: "Removed" },
		refusals: { 409: "The environment would bring it back" },
		handle: async ({ id }) => {
			const key = apiKeys.list().find((listed) => String(listed.id) === id);
			if (key === undefined) return false;
			if (key.name === SEEDED_KEY_NAME) {
				return refused(409, `The key is set by ${SEEDED_KEY_NAME} and must be deleted there`);
			}
			apiKeys.revoke(key.id);
			return true;
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
