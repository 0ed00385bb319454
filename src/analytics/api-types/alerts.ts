import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { ALERT_LIMITS, hasLimit } from "./dimensions.ts";
import { nameText, savedKey } from "./question.ts";

const URL_RULE =
	"must be a URL that starts with https:// or http://, without a user, or mailto: and addresses";
const WEBHOOK_OR_MAIL =
	/^(?:https?:\/\/[^\s@]+|mailto:[^\s@,?<>"]+@[^\s@,?<>"]+(?:,[^\s@,?<>"]+@[^\s@,?<>"]+)*)$/;

/** An alert: its question, its condition, and the target of its messages. */
export const alertSchema = z
	.strictObject({
		name: nameText,
		question: savedKey
			.nullable()
			.default(null)
			.describe("A saved question; null: visitors, views and sessions of the overview"),
		when: z
			.enum([...ALERT_LIMITS, "weekly", "monthly", "new_error"])
			.describe(
				"changed_by: in percent, from the day before; weekly and monthly: a digest; new_error: the first event of an issue",
			),
		value: z.number().default(0).describe("Limit for the figure of the last full day (UTC)"),
		url: z.string().max(2_000).regex(WEBHOOK_OR_MAIL, URL_RULE),
	})
	.refine(({ question, when }) => question !== null || !hasLimit(when), {
		path: ["question"],
		error: "must be a saved question, unless when is weekly, monthly or new_error",
	});

export type Alert = AnswerOf<typeof alertSchema>;

/** Response of `GET /api/v1/deliveries`, the newest first. */
export const deliveriesAnswer = z.object({
	secret: z.string().describe("Signs every webhook, as in standardwebhooks.com"),
	results: z.array(
		z.object({
			id: z.string(),
			alert: z.string().describe("Name of the alert when the message was created"),
			made_at: z.iso.datetime(),
			attempts: z.int(),
			next_attempt_at: z.iso.datetime().nullable().describe("null: no further attempt"),
			outcome: z.string().nullable().describe("Result of the last attempt; null: no attempt yet"),
		}),
	),
});

export type DeliveriesAnswer = AnswerOf<typeof deliveriesAnswer>;
