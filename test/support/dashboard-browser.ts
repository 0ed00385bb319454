import type { FastifyInstance, InjectOptions } from "fastify";
import { preparePassword } from "../../src/analytics/access/password.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import { DASHBOARD_HEADER } from "../../src/analytics/wire/dashboard/session.ts";

export const PASSWORD = "correct horse battery";

/** A browser with the dashboard open: it keeps the cookie and sends what a browser sends by itself. */
export function dashboardBrowser(service: FastifyInstance, address = "198.51.100.7") {
	let cookie: string | undefined;
	const call = async (options: InjectOptions) => {
		const response = await service.inject({
			remoteAddress: address,
			...options,
			headers: withoutAbsent({
				[DASHBOARD_HEADER]: "1",
				"sec-fetch-site": "same-origin",
				cookie,
				"content-type": options.payload === undefined ? undefined : "application/json",
				...options.headers,
			}),
		});
		const set = response.headers["set-cookie"];
		if (typeof set === "string") cookie = set.split(";", 1)[0];
		return response;
	};
	return {
		call,
		get: (url: string) => call({ url }),
		post: (url: string, body: object) =>
			call({ method: "POST", url, payload: JSON.stringify(body) }),
		signIn: (password = PASSWORD) =>
			call({ method: "POST", url: "/api/session", payload: JSON.stringify({ password }) }),
		/** Signed in without the fifth of a second that a password takes. */
		letIn: ({ signIns }: AnalyticsStore, now: number) => {
			const token = crypto.randomUUID();
			signIns.add(token, now);
			cookie = `loggia=${token}`;
		},
		cookie: () => cookie,
	};
}

type Headers = NonNullable<InjectOptions["headers"]>;

/** A test says `undefined` for a header that is not to be sent. */
function withoutAbsent(headers: Headers): Headers {
	return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

/** Gives a store the tests' password, as a start does. */
export async function setPassword(
	{ settings }: AnalyticsStore,
	password = PASSWORD,
): Promise<void> {
	const known = hashes.get(password);
	if (known !== undefined) return settings.set(PASSWORD_KEY, known);
	await preparePassword({ settings, fromEnvironment: password });
	hashes.set(password, settings.get(PASSWORD_KEY) ?? "");
}

const PASSWORD_KEY = "dashboard-password";
/** A hash takes a fifth of a second, and every test would make the same one. */
const hashes = new Map<string, string>();
