import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

const numberSetting = z.object({
	value: z.int(),
	min: z.int(),
	max: z.int(),
	from: z
		.enum(["environment", "dashboard", "default"])
		.describe("What is set in the environment cannot be changed here"),
	variable: z.string().describe("The variable of the environment"),
});

export type NumberSetting = AnswerOf<typeof numberSetting>;

/** `GET /api/v1/settings`, and the answer to `PATCH`. */
export const settingsAnswer = z.object({
	retention_days: numberSetting,
	max_file_mb: numberSetting,
	ignored_addresses: z.array(z.string()).describe("Addresses and networks that are not counted"),
	own_address: z.string().describe("The address that this request came from"),
	project_key: z.string(),
	retention_paused_until: z.iso
		.datetime()
		.nullable()
		.describe("Nothing is deleted by age until then, because the clock leapt"),
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

/** The body of `PATCH /api/v1/settings`; `null` goes back to the default. */
export interface SettingsChange {
	readonly retention_days?: number | null;
	readonly max_file_mb?: number | null;
	readonly ignored_addresses?: readonly string[];
	/** Confirms that the clock is right. */
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
	created_at: z.iso.datetime(),
	last_used_at: z.iso.datetime().nullable().describe("To the minute"),
	is_from_environment: z
		.boolean()
		.describe("Seeded by ANALYTICS_API_KEY, and can only be deleted there"),
});

export type ListedKey = AnswerOf<typeof listedKey>;

/** `GET /api/v1/keys`. */
export const keysAnswer = z.object({ results: z.array(listedKey) });

export type KeysAnswer = AnswerOf<typeof keysAnswer>;

/** `POST /api/v1/keys`. */
export const createdKey = listedKey.extend({ key: z.string().describe("Shown this once") });

export type CreatedKey = AnswerOf<typeof createdKey>;

/** `GET /api/v1/first-run`. */
export const firstRunAnswer = z.object({
	has_received_events: z.boolean(),
	project_key: z.string(),
	host: z.string().describe("Scheme, host and port under which the service was asked"),
});

export type FirstRunAnswer = AnswerOf<typeof firstRunAnswer>;

/** `POST /api/v1/first-run/test-event`. */
export const testEventAnswer = z.object({
	uuid: z.guid(),
	event: z.string(),
	dropped_because: z.string().nullable().describe("null: it is stored"),
});

export type TestEventAnswer = AnswerOf<typeof testEventAnswer>;
