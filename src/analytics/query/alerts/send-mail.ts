import type { Delivery } from "../../store/settings/deliveries.ts";

/** `ANALYTICS_SMTP_URL` and `ANALYTICS_MAIL_FROM`. */
export interface MailSettings {
	readonly smtpUrl: string;
	readonly from: string;
}

const TIMEOUT_MS = 10_000;

/** @returns `undefined` on success, or a sentence about the error. */
export async function sendMail(
	{ id, url, alert, body }: Pick<Delivery, "id" | "url" | "alert" | "body">,
	settings: MailSettings | undefined,
): Promise<string | undefined> {
	if (settings === undefined) return "ANALYTICS_SMTP_URL is not set: it names the server for mail";
	// Loaded on demand: most services send no mail.
	const { createTransport } = await import("nodemailer");
	const transport = createTransport({
		url: settings.smtpUrl,
		...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
		...{ disableFileAccess: true, disableUrlAccess: true },
	});
	try {
		await transport.sendMail({
			from: settings.from,
			to: decodeURIComponent(url.slice("mailto:".length)).split(","),
			subject: alert,
			text: JSON.parse(body).text,
			messageId: `<${id}@loggia>`,
		});
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	} finally {
		transport.close();
	}
}
