import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { isAddressEntry } from "../../../platform/address-list.ts";
import { ANALYTICS_LIMITS } from "../../../platform/settings/analytics-process-settings.ts";
import type { LimitName, LimitSettings } from "../../store/settings/limit-settings.ts";
import type { NumberSetting, SettingsAnswer } from "../../wire/dashboard/settings.ts";
import { settingsAnswer } from "../../wire/dashboard/settings.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { refused } from "../api/refused.ts";
import type { ApiContext } from "../api-context.ts";

const MAX_IGNORED = 1_000;
const ADDRESS_RULE = "must be an IP address or a network, such as 203.0.113.7 or 2001:db8::/32";

const settingsChange = z
	.strictObject({
		retention_days: limitSchema("retentionDays"),
		max_file_mb: limitSchema("maxFileMegabytes"),
		ignored_addresses: z
			.array(z.string(ADDRESS_RULE).trim().refine(isAddressEntry, ADDRESS_RULE), "must be a list")
			.max(MAX_IGNORED, `must have at most ${MAX_IGNORED} entries`)
			.optional(),
		retention_paused: z.literal(false, "must be false").optional(),
	})
	.partial();

const FIELDS = {
	retention_days: "retentionDays",
	max_file_mb: "maxFileMegabytes",
} as const satisfies Readonly<Record<string, LimitName>>;

/** How long events are kept, how large the file may become, and whose visits are not counted. */
export function settingsRoutes(options: ApiContext): readonly ApiRoute[] {
	const { ignored, limits, clock } = options;
	const read = defineRoute("viewer", "GET /api/v1/settings", {
		summary: "Retention, size, ignored addresses, and how much is stored",
		answer: { description: "The settings", schema: settingsAnswer },
		handle: async ({ request, reply }) => describeSettings(request, reply, options),
	});
	const change = defineRoute("admin", "PATCH /api/v1/settings", {
		summary: "Change some settings; null goes back to the default",
		json: settingsChange,
		answer: { description: "The settings", schema: settingsAnswer },
		refusals: { 409: "The environment says what it is" },
		handle: async ({ body, request, reply }) => {
			const changes = Object.entries(FIELDS).flatMap(([field, name]) => {
				// Of the schema's own fields.
				const value = body[field as keyof typeof FIELDS];
				return value === undefined ? [] : [{ field, name, value: value ?? undefined }];
			});
			const fixed = changes.filter(({ name }) => limits.read(name).from === "environment");
			if (fixed.length > 0) {
				const sentences = fixed.map(
					({ field, name }) =>
						`${field} is set by ${ANALYTICS_LIMITS[name].variable} and must be changed there`,
				);
				return refused(409, ...sentences);
			}
			for (const { name, value } of changes) limits.set(name, value);
			if (body.retention_paused === false) clock.resume();
			if (body.ignored_addresses !== undefined)
				ignored.replace([...new Set(body.ignored_addresses)]);
			return describeSettings(request, reply, options);
		},
	});
	return [read, change];
}

async function describeSettings(
	request: FastifyRequest,
	reply: FastifyReply,
	{ store, threads, ignored, limits, clock, projectKey }: ApiContext,
): Promise<SettingsAnswer> {
	const { fileBytes, schemaVersion } = store.status();
	const pausedUntil = clock.pausedUntil();
	return {
		retention_days: describeLimit(limits, "retentionDays"),
		max_file_mb: describeLimit(limits, "maxFileMegabytes"),
		ignored_addresses: ignored.list(),
		own_address: request.ip,
		project_key: projectKey,
		retention_paused_until: pausedUntil === undefined ? null : new Date(pausedUntil).toISOString(),
		data: {
			file_bytes: fileBytes,
			schema_version: schemaVersion,
			...(await threads.ask("data-size", undefined, reply.raw)),
		},
	};
}

function describeLimit(limits: LimitSettings, name: LimitName): NumberSetting {
	const { min, max, variable } = ANALYTICS_LIMITS[name];
	return { ...limits.read(name), min, max, variable };
}

function limitSchema(name: LimitName) {
	const { min, max } = ANALYTICS_LIMITS[name];
	const rule = `must be a whole number from ${min} to ${max}, or null`;
	return z.int(rule).min(min, rule).max(max, rule).nullable();
}
