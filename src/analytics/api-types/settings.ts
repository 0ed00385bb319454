import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { retention_paused_until } from "./problems.ts";
import { MIN_PASSWORD_LENGTH, ROLES } from "./session.ts";

const numberSetting = z.object({
	value: z.int(),
	min: z.int(),
	max: z.int(),
	from: z
		.enum(["environment", "dashboard", "default"])
		.describe("A value of the environment cannot be changed here"),
	variable: z.string().describe("Name of the environment variable"),
});

export type NumberSetting = AnswerOf<typeof numberSetting>;

/** Response of `GET` and `PATCH /api/v1/settings`. */
export const settingsAnswer = z.object({
	retention_days: numberSetting,
	max_file_mb: numberSetting,
	ignored_addresses: z.array(z.string()).describe("Addresses and networks that are not counted"),
	own_address: z.string().describe("IP address of the sender of this request"),
	project_key: z.string(),
	retention_paused_until,
	data: z.object({
		file_bytes: z.int(),
		events: z.int(),
		persons: z.int(),
		oldest_event_at: z.iso.datetime().nullable(),
		newest_event_at: z.iso.datetime().nullable(),
		schema_version: z.int(),
	}),
});

export type SettingsAnswer = AnswerOf<typeof settingsAnswer>;

/** Body of `PATCH /api/v1/settings`; `null` restores the default. */
export interface SettingsChange {
	readonly retention_days?: number | null;
	readonly max_file_mb?: number | null;
	readonly ignored_addresses?: readonly string[];
	/** Ends the pause of the retention: the operator confirms that the clock is right. */
	readonly retention_paused?: false;
}

/** `GET` and `PUT /api/v1/group-types`. */
export const groupTypesAnswer = z.object({
	results: z.array(z.object({ index: z.int(), name: z.string() })),
	is_named: z.boolean().describe("false: numbered by first appearance"),
});

export type GroupTypesAnswer = AnswerOf<typeof groupTypesAnswer>;

export const listedKey = z.object({
	id: z.int(),
	name: z.string(),
	user: z.string().nullable().describe("Name of the owner"),
	role: z.enum(ROLES),
	project: z.string().nullable().describe("null: all projects of the owner"),
	created_at: z.iso.datetime(),
	expires_at: z.iso.datetime().nullable(),
	last_used_at: z.iso.datetime().nullable().describe("To the minute"),
	is_from_environment: z
		.boolean()
		.describe("Seeded by ANALYTICS_API_KEY, and can only be deleted there"),
});

export type ListedKey = AnswerOf<typeof listedKey>;

/** `POST /api/v1/keys`. */
export const createdKey = listedKey.extend({ key: z.string().describe("Only in this response") });

export type CreatedKey = AnswerOf<typeof createdKey>;

const rights = {
	role: z.enum(ROLES),
	projects: z
		.array(z.string(), "must be a list of project ids, or null for all")
		.min(1)
		.max(100)
		.nullable(),
};

/** In lower case, so that one person has one account. */
export const mailAddress = z
	.string()
	.trim()
	.toLowerCase()
	.max(200)
	.regex(/^[^\s@]+@[^\s@]+$/, "must be a mail address");

const PASSWORD_RULE = `must have ${MIN_PASSWORD_LENGTH} to 1000 characters`;
export const newPassword = z
	.string(PASSWORD_RULE)
	.min(MIN_PASSWORD_LENGTH, PASSWORD_RULE)
	.max(1_000, PASSWORD_RULE);

/** `POST /api/v1/users`. */
export const newUser = z.strictObject({ mail: mailAddress, ...rights });

/** `PATCH /api/v1/users/{id}`. */
export const userChange = newUser.partial();

export const listedUser = z.object({
	id: z.int(),
	mail: z.string(),
	name: z.string(),
	...rights,
	is_first: z.boolean().describe("The first admin cannot be deleted, and always has all projects"),
	invited_until: z.iso.datetime().nullable().describe("null: there is no open invitation"),
});

export type ListedUser = AnswerOf<typeof listedUser>;

/** Response of `POST /api/v1/users`, and of a new invitation of a user. */
export const invitedUser = listedUser.extend({
	path: z.string().describe("Path of the link; only this response contains it"),
});

export type InvitedUser = AnswerOf<typeof invitedUser>;

/** `GET /api/v1/changes`. */
export const changesAnswer = z.object({
	results: z.array(
		z.object({
			id: z.int(),
			at: z.iso.datetime(),
			who: z.string(),
			what: z.string(),
			target: z.string().describe("Key, id or name of the changed object"),
			project: z.string(),
		}),
	),
	next_cursor: z.string().nullable(),
});

export type ListedChange = AnswerOf<typeof changesAnswer>["results"][number];

/** `GET /api/v1/first-run`. */
export const firstRunAnswer = z.object({
	has_received_events: z.boolean(),
	project_key: z.string(),
	host: z.string().describe("Scheme, host and port of the request"),
});

export type FirstRunAnswer = AnswerOf<typeof firstRunAnswer>;
