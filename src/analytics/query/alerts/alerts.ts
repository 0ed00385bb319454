import type { FastifyBaseLogger } from "fastify";
import { isRefused, type Refused } from "../../api/refused.ts";
import { type Alert, alertSchema } from "../../api-types/alerts.ts";
import { hasLimit } from "../../api-types/dimensions.ts";
import type { QueryAnswer } from "../../api-types/query-answer.ts";
import { type Question, questionSchema, savedQuestionSchema } from "../../api-types/question.ts";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { StoredDocument } from "../../store/settings/documents.ts";
import { DAY_MS, isoDay } from "../../store/totals/roll-up.ts";
import type { AskQuestion } from "../questions/ask-engine.ts";
import type { NewErrors, NewErrorsQuestion } from "../reports/read-errors.ts";
import { type Figure, messageText, type Period, webhookBody } from "./message-text.ts";
import { type MailSettings, sendMail } from "./send-mail.ts";
import { sendWebhook, type WebhookOptions } from "./send-webhook.ts";

export interface AlertsOptions extends Omit<WebhookOptions, "secret"> {
	readonly store: Pick<AnalyticsStore, "documents" | "deliveries" | "settings">;
	readonly ask: AskQuestion;
	readonly newErrors: (question: NewErrorsQuestion) => Promise<NewErrors>;
	/** Absent if no mail can be sent. */
	readonly mail?: MailSettings | undefined;
	readonly log: Pick<FastifyBaseLogger, "info" | "warn">;
	readonly randomBytes: (size: number) => Uint8Array;
}

export type Alerts = ReturnType<typeof createAlerts>;

const MINUTE_MS = 60_000;
/** Delays after failed attempts. A receiver that is down for a day still gets its message. */
const RETRY_AFTER_MS = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * MINUTE_MS);
const SECRET_KEY = "webhook-secret";
const DAY_0_IS_THURSDAY = 3;

/** Sends messages when a figure passes a limit, on new errors, and every week or month. */
export function createAlerts(options: AlertsOptions) {
	const { store, now, log, randomBytes } = options;
	const { documents, deliveries, settings } = store;
	const secret = (): string => {
		const known = settings.get(SECRET_KEY);
		if (known !== undefined) return known;
		const made = `whsec_${Buffer.from(randomBytes(32)).toString("base64")}`;
		settings.set(SECRET_KEY, made);
		return made;
	};
	const look = async ({ id: documentId, key }: StoredDocument, alert: Alert): Promise<boolean> => {
		const period = periodOf(alert, now());
		const stateKey = `alert-state:${documentId}`;
		const before = settings.get(stateKey);
		const seen =
			alert.when === "new_error"
				? await readNewErrors(before, options)
				: await readFigures(alert, period, options);
		if (seen === undefined) return false;
		const { figures, state } = seen;
		if (before === state) return true;
		// A limit alerts at once. Other conditions need a first check as a baseline.
		const isNews = hasLimit(alert.when)
			? state === "over"
			: before !== undefined && figures.length > 0;
		if (!isNews) {
			settings.set(stateKey, state);
			return true;
		}
		const id = `msg_${Buffer.from(randomBytes(12)).toString("base64url")}`;
		const { name, when, value, question, url } = alert;
		const body = webhookBody(url, {
			type: when === "weekly" || when === "monthly" ? "digest" : "alert",
			timestamp: new Date(now()).toISOString(),
			text: messageText(alert, figures, period),
			data: { alert: key, name, question, when, value, figures },
		});
		deliveries.add({ id, alert: name, url, body, madeAt: now() });
		// After the delivery is queued: a crash can repeat a message, but loses none.
		settings.set(stateKey, state);
		return true;
	};
	const deliver = async (): Promise<void> => {
		for (const delivery of deliveries.due(now())) {
			const { id, url, attempts, alert } = delivery;
			const problem = url.startsWith("mailto:")
				? await sendMail(delivery, options.mail)
				: await sendWebhook(delivery, { ...options, secret: secret() });
			const waitMs = RETRY_AFTER_MS[attempts];
			const isOver = problem === undefined || waitMs === undefined;
			deliveries.attempted(id, problem ?? "delivered", isOver ? null : now() + waitMs);
			if (problem === undefined) log.info({ alert, delivery: id }, "A message was delivered");
			else log.warn({ alert, delivery: id, problem, isGivenUp: isOver }, "A message was not taken");
		}
	};
	const lookAtAll = async (): Promise<void> => {
		const day = Math.floor(now() / DAY_MS);
		for (const document of documents.list("alert")) {
			const seen = `${document.id} ${document.version} ${day}`;
			const alert = alertSchema.safeParse(document.body).data;
			if (alert === undefined || looked.get(document.key) === seen) continue;
			try {
				// Figures are of whole days: one check a day is enough.
				if ((await look(document, alert)) && alert.when !== "new_error") {
					looked.set(document.key, seen);
				}
			} catch (error) {
				// Probably too many questions wait. The next run retries in a minute.
				log.warn({ alert: document.key, err: error }, "An alert could not be looked at");
			}
		}
	};
	const looked = new Map<string, string>();
	let isRunning = false;
	return {
		secret,
		/** Checks every alert and sends due messages. Called every minute; skips a call while one runs. */
		run: async (): Promise<void> => {
			if (isRunning) return;
			isRunning = true;
			try {
				await lookAtAll();
				await deliver();
			} finally {
				isRunning = false;
			}
		},
	};
}

/** Figures and state of an alert. Only a changed state can cause a message. */
interface Seen {
	readonly figures: readonly Figure[];
	/** `over` or `under` a limit, the start of a week or month, or the number of the last event. */
	readonly state: string;
}

async function readNewErrors(
	before: string | undefined,
	{ newErrors, now }: AlertsOptions,
): Promise<Seen> {
	const { issues, last } = await newErrors({ after: Number(before ?? 0), now: now() });
	const figures = issues.map((name) => ({ name, value: 1, previous: null }));
	return { figures, state: String(last) };
}

/** @returns `undefined` if the question was deleted or cannot be answered now. */
async function readFigures(
	alert: Alert,
	period: Period,
	{ store: { documents }, ask }: AlertsOptions,
): Promise<Seen | undefined> {
	const { question: key } = alert;
	const asked = key === null ? OVERVIEW : savedTrend(documents.get("question", key)?.body);
	if (asked === undefined) return undefined;
	const range = { ...period, timezone: "UTC", interval: "day" };
	const figures: Figure[] = [];
	for (const { name, question } of asked) {
		const answer = await ask(
			questionSchema.parse({ ...question, ...range, compare: "previous" }),
			STAYS,
		);
		const figure = figureOf(answer);
		if (figure === undefined) return undefined;
		figures.push({ name, ...figure });
	}
	return { figures, state: stateOf(alert, figures, period) };
}

/** @returns The last whole day, week or month. */
function periodOf({ when }: Alert, now: number): Period {
	const to = startOf(when, Math.floor(now / DAY_MS));
	return { from: isoDay(startOf(when, to - 1)), to: isoDay(to) };
}

/** @returns The first day of the week or month of this day, or the day. */
function startOf(when: Alert["when"], day: number): number {
	if (when === "weekly") return day - ((day + DAY_0_IS_THURSDAY) % 7);
	return when === "monthly" ? day - new Date(day * DAY_MS).getUTCDate() + 1 : day;
}

/** No client waits, so none can disconnect. */
const STAYS = { destroyed: false };

function figureOf(answer: QueryAnswer | Refused): Omit<Figure, "name"> | undefined {
	if (isRefused(answer) || answer.kind !== "trend" || answer.total === null) return undefined;
	const { total: value, comparison } = answer;
	return {
		value,
		previous: comparison?.is_incomplete === true ? null : (comparison?.total ?? null),
	};
}

interface AskedFigure {
	readonly name: string;
	readonly question: Question;
}

/** @returns `undefined` unless the question is a trend, the only kind with a single figure. */
function savedTrend(body: unknown): readonly AskedFigure[] | undefined {
	const saved = savedQuestionSchema.safeParse(body).data;
	if (saved?.question.kind !== "trend") return undefined;
	return [{ name: saved.name, question: saved.question }];
}

const OVERVIEW: readonly AskedFigure[] = (["visitors", "views", "sessions"] as const).map((of) => ({
	name: of,
	question: questionSchema.parse({ kind: "trend", measure: { of } }),
}));

function stateOf(alert: Alert, [figure]: readonly Figure[], { to }: Period): string {
	const { when, value } = alert;
	if (!hasLimit(when)) return to;
	return figure !== undefined && isOver(when, value, figure) ? "over" : "under";
}

function isOver(when: Alert["when"], limit: number, { value, previous }: Figure): boolean {
	if (when === "above") return value > limit;
	if (when === "below") return value < limit;
	if (previous === null || previous === 0) return false;
	return Math.abs((value - previous) / previous) * 100 >= Math.abs(limit);
}
