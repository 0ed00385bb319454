import * as z from "zod";
import { type ApiRoute, defineRoute, MANAGEMENT } from "../../api/define-route.ts";
import { isoTime } from "../../api/iso-time.ts";
import { refused } from "../../api/refused.ts";
import { listOf } from "../../api-types/answer-of.ts";
import { nameText } from "../../api-types/question.ts";
import { hasRole, ROLES } from "../../api-types/session.ts";
import { createdKey, type ListedKey, listedKey } from "../../api-types/settings.ts";
import { mayUse } from "../../auth/callers.ts";
import type { ApiKey } from "../../store/settings/api-keys.ts";
import type { User } from "../../store/settings/users.ts";
import type { ApiContext } from "../api-context.ts";

/** Name of the API key that the environment sets. */
export const SEEDED_KEY_NAME = "ANALYTICS_API_KEY";

const newKey = z.strictObject({
	name: nameText.refine((name) => name !== SEEDED_KEY_NAME, `must not be ${SEEDED_KEY_NAME}`),
	user: z.int().optional().describe("Id of the owner. Default: the user of this session"),
	role: z.enum(ROLES).default("viewer").describe("The owner's role or a lower one"),
	project: z.string().nullable().default(null).describe("null: all projects of the owner"),
	expires_at: z.iso.datetime().nullable().default(null).describe("null: never"),
});

const KEY_BYTES = 32;

/** Routes for admins that list, create and delete personal API keys. */
export function keyRoutes(context: ApiContext): readonly ApiRoute[] {
	const { now, randomBytes } = context;
	const { apiKeys, users } = context.access;
	const render = (key: ApiKey) =>
		renderKey(key, key.user === null ? undefined : users.get(key.user));
	const list = defineRoute("admin", "GET /api/v1/keys", {
		summary: "Personal API keys, without the keys themselves",
		...MANAGEMENT,
		answer: { description: "The keys", schema: listOf(listedKey) },
		handle: async () => ({ results: apiKeys.list().map(render) }),
	});
	const create = defineRoute("admin", "POST /api/v1/keys", {
		summary: "Create a personal API key",
		...MANAGEMENT,
		json: newKey,
		status: 201,
		answer: { description: "The key; only this response contains it", schema: createdKey },
		handle: async ({ body, request }) => {
			const { name, role, project } = body;
			const owner = body.user === undefined ? request.caller?.user : users.get(body.user);
			if (owner === undefined) return refused(400, "user must be the id of a user");
			const expiresAt = body.expires_at === null ? null : Date.parse(body.expires_at);
			const problems = problemsOf({ owner, role, project, expiresAt }, context);
			if (problems.length > 0) return refused(400, ...problems);
			const key = `phx_${Buffer.from(randomBytes(KEY_BYTES)).toString("base64url")}`;
			const rights = { user: owner.id, role, project, expiresAt };
			return { ...render(apiKeys.add(key, { name, ...rights, createdAt: now() })), key };
		},
	});
	const remove = defineRoute("admin", "DELETE /api/v1/keys/{id}", {
		summary: "Delete a personal API key",
		...MANAGEMENT,
		answer: "The key is deleted",
		refusals: { 409: "The environment sets the key" },
		handle: async ({ id }) => {
			const key = apiKeys.list().find((listed) => String(listed.id) === id);
			if (key === undefined) return false;
			if (key.user === null) {
				return refused(409, `The key is set by ${SEEDED_KEY_NAME} and must be deleted there`);
			}
			apiKeys.revoke(key.id);
			return true;
		},
	});
	return [list, create, remove];
}

interface KeyRights extends Pick<ApiKey, "role" | "project" | "expiresAt"> {
	readonly owner: User;
}

function problemsOf(
	{ owner, role, project, expiresAt }: KeyRights,
	{ projects, now }: ApiContext,
): readonly string[] {
	const isProject = project === null || projects?.list().some(({ id }) => id === project) === true;
	return [
		...(hasRole(owner.role, role) ? [] : [`role must not be above ${owner.role}, the owner's`]),
		...(isProject && (project === null || mayUse(owner, project))
			? []
			: ["project must be the id of a project of the owner"]),
		...(expiresAt === null || expiresAt > now() ? [] : ["expires_at must be later than now"]),
	];
}

function renderKey(key: ApiKey, owner: User | undefined): ListedKey {
	const { id, name, role, project, createdAt, expiresAt, lastUsedAt } = key;
	return {
		...{ id, name, role, project },
		user: owner === undefined ? null : owner.name || owner.mail,
		created_at: isoTime(createdAt),
		expires_at: isoTime(expiresAt),
		last_used_at: isoTime(lastUsedAt),
		is_from_environment: owner === undefined,
	};
}
