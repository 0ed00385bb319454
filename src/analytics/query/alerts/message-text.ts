import type { Alert } from "../../api-types/alerts.ts";

export interface Figure {
	readonly name: string;
	readonly value: number;
	/** Value of the equally long period before; `null` if it is unknown. */
	readonly previous: number | null;
}

/** ISO days; the end is not included. */
export interface Period {
	readonly from: string;
	readonly to: string;
}

/** @returns The text of a message: a line for the alert, and a line for each figure. */
export function messageText(
	{ name, when, value }: Alert,
	figures: readonly Figure[],
	{ from }: Period,
): string {
	if (when === "new_error") {
		return [`${name} (errors seen for the first time)`, ...figures.map((error) => error.name)].join(
			"\n",
		);
	}
	const limit = when === "changed_by" ? `a change of ${format(value)} %` : format(value);
	const about =
		when === "weekly" || when === "monthly"
			? `${when === "weekly" ? "week" : "month"} from ${from}`
			: `${from}, the limit is ${limit}`;
	return [`${name} (${about})`, ...figures.map(figureLine)].join("\n");
}

function figureLine({ name, value, previous }: Figure): string {
	const line = `${name}: ${format(value)}`;
	if (previous === null) return line;
	const change = previous === 0 ? "" : `, ${SIGNED.format((value - previous) / previous)}`;
	return `${line} (before: ${format(previous)}${change})`;
}

const SIGNED = new Intl.NumberFormat("en", {
	...{ style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 },
});

function format(value: number): string {
	return value.toLocaleString("en");
}

/** Hosts of Microsoft Teams workflows, which accept only cards. */
const TEAMS = /(?:\.webhook\.office\.com|\.logic\.azure\.com|\.api\.powerplatform\.com)$/;

/**
 * @param message Slack and Mattermost show its `text`.
 * @returns The body of the message for the webhook at `url`.
 * @see https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export function webhookBody<Message extends { readonly text: string }>(
	url: string,
	message: Message,
): string {
	if (!TEAMS.test(new URL(url).hostname)) return JSON.stringify(message);
	const body = message.text.split("\n").map((text) => ({ type: "TextBlock", text, wrap: true }));
	const content = { type: "AdaptiveCard", version: "1.4", body };
	const contentType = "application/vnd.microsoft.card.adaptive";
	return JSON.stringify({ type: "message", attachments: [{ contentType, content }] });
}
