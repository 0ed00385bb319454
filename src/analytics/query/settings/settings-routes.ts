import * as z from "zod";
import { isAddressEntry } from "../../../platform/address-list.ts";
import { ANALYTICS_LIMITS } from "../../../platform/settings/analytics-process-settings.ts";
import { type ApiCall, type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isoTime } from "../../api/iso-time.ts";
import { cursorParameter, limitParameter, nextCursor } from "../../api/parameters.ts";
import { refused } from "../../api/refused.ts";
import type { AnswerOf } from "../../api-types/answer-of.ts";
import {
	changesAnswer,
	firstRunAnswer,
	groupTypesAnswer,
	settingsAnswer,
} from "../../api-types/settings.ts";
import { MAX_GROUP_TYPES } from "../../store/persons/groups.ts";
import type { LimitName } from "../../store/settings/limit-settings.ts";
import type { ApiContext } from "../api-context.ts";

const MAX_IGNORED = 1_000;
const ADDRESS_RULE = "must be an IP address or a network, such as 203.0.113.7 or 2001:db8::/32";

const settingsChange = z
	.strictObject({
		retention_days: limitSchema("retentionDays"),
		max_file_mb: limitSchema("maxFileMegabytes"),
		ignored_addresses: z
			.array(z.string(ADDRESS_RULE).trim().refine(isAddressEntry, ADDRESS_RULE), "must be a list")
			.max(MAX_IGNORED, `must have at most ${MAX_IGNORED} entries`),
		retention_paused: z.literal(false, "must be false"),
	})
	.partial();

const LIMITS = [
	["retention_days", "retentionDays"],
	["max_file_mb", "maxFileMegabytes"],
] as const;

const TYPES_RULE = `must be a list of at most ${MAX_GROUP_TYPES} different names of 1 to 200 characters`;

const groupTypesChange = z.strictObject({
	results: z
		.array(z.string(TYPES_RULE).trim().min(1, TYPES_RULE).max(200, TYPES_RULE), TYPES_RULE)
		.max(MAX_GROUP_TYPES, TYPES_RULE)
		.refine((names) => new Set(names).size === names.length, TYPES_RULE)
		.describe("In the order of their numbers; empty: numbered by first appearance"),
});

const changesQuery = z.object({
	cursor: cursorParameter,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Maximum number of changes"),
});

/** Routes for limits, ignored addresses and group types, and for the setup of the first client. */
export function settingsRoutes(context: ApiContext): readonly ApiRoute[] {
	const { store, threads, ignored, limits, clock, projectKey: project_key } = context;
	const limitOf = (name: LimitName) => {
		const { min, max, variable } = ANALYTICS_LIMITS[name];
		return { ...limits.read(name), min, max, variable };
	};
	const readSettings = async ({ request, reply }: Pick<ApiCall, "request" | "reply">) => {
		const { fileBytes, schemaVersion } = store.status();
		return {
			retention_days: limitOf("retentionDays"),
			max_file_mb: limitOf("maxFileMegabytes"),
			ignored_addresses: ignored.list(),
			own_address: request.ip,
			project_key,
			retention_paused_until: isoTime(clock.pausedUntil()),
			data: {
				file_bytes: fileBytes,
				schema_version: schemaVersion,
				...(await threads.ask("data-size", undefined, reply.raw)),
			},
		};
	};
	const readTypes = (): AnswerOf<typeof groupTypesAnswer> => ({
		results: Object.entries(store.groups.types()).map(([index, name]) => ({
			index: Number(index),
			name,
		})),
		is_named: store.groups.areNamed(),
	});
	return [
		defineRoute("viewer", "GET /api/v1/settings", {
			summary: "Retention, size, ignored addresses, and amount of stored data",
			answer: { description: "The settings", schema: settingsAnswer },
			handle: readSettings,
		}),
		defineRoute("admin", "PATCH /api/v1/settings", {
			summary: "Change settings; null restores the default",
			json: settingsChange,
			answer: { description: "The settings", schema: settingsAnswer },
			refusals: { 409: "The environment sets this value" },
			handle: async ({ body, ...call }) => {
				const changes = LIMITS.filter(([field]) => body[field] !== undefined);
				const fixed = changes.filter(([, name]) => limits.read(name).from === "environment");
				if (fixed.length > 0) {
					const sentences = fixed.map(
						([field, name]) =>
							`${field} is set by ${ANALYTICS_LIMITS[name].variable} and must be changed there`,
					);
					return refused(409, ...sentences);
				}
				for (const [field, name] of changes) limits.set(name, body[field] ?? undefined);
				if (body.retention_paused === false) clock.resume();
				if (body.ignored_addresses !== undefined)
					ignored.replace([...new Set(body.ignored_addresses)]);
				return readSettings(call);
			},
		}),
		defineRoute("viewer", "GET /api/v1/group-types", {
			summary: "Group types with their numbers",
			answer: { description: "The types", schema: groupTypesAnswer },
			handle: async () => readTypes(),
		}),
		defineRoute("admin", "PUT /api/v1/group-types", {
			summary: "Set the group types, and delete groups of other types",
			json: groupTypesChange,
			answer: { description: "The types", schema: groupTypesAnswer },
			handle: async ({ body }) => {
				store.groups.name(body.results);
				return readTypes();
			},
		}),
		defineRoute("viewer", "GET /api/v1/first-run", {
			summary: "Whether events have arrived, and the settings of a client",
			answer: { description: "The state", schema: firstRunAnswer },
			handle: async ({ request }) => ({
				has_received_events: store.events.lastId() > 0,
				project_key,
				host: `${request.protocol}://${request.host}`,
			}),
		}),
	];
}

/** Route of the log of changes in all projects. */
export function changesRoute({ access: { changes }, now }: ApiContext): ApiRoute {
	return defineRoute("admin", "GET /api/v1/changes", {
		summary: "Changes of the last 400 days, the newest first",
		scope: "all-projects",
		query: changesQuery,
		answer: { description: "A page of changes", schema: changesAnswer },
		handle: async ({ query: { cursor = Number.MAX_SAFE_INTEGER, limit } }) => {
			const page = changes.list(now(), { before: cursor, limit });
			return {
				results: page.map((change) => ({ ...change, at: isoTime(change.at) })),
				next_cursor: nextCursor(page, limit),
			};
		},
	});
}

function limitSchema(name: LimitName) {
	const { min, max } = ANALYTICS_LIMITS[name];
	const rule = `must be a whole number from ${min} to ${max}, or null`;
	return z.int(rule).min(min, rule).max(max, rule).nullable();
}
