import type { FastifyInstance, InjectOptions } from "fastify";
import { DASHBOARD_HEADER } from "../../src/analytics/api-types/session.ts";
import { hashPassword } from "../../src/analytics/auth/password.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import { FIRST_ADMIN, type NewUser, type User } from "../../src/analytics/store/settings/users.ts";

export const PASSWORD = "correct horse battery";

/** Simulates a browser with the dashboard: stores the cookie and sends the headers of a browser. */
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
	const write = (
		method: "POST" | "PUT" | "PATCH",
		url: string,
		body: object,
		headers: Headers = {},
	) => call({ method, url, headers, payload: JSON.stringify(body) });
	return {
		call,
		get: (url: string) => call({ url }),
		read: async (url: string) => (await call({ url })).json(),
		post: (url: string, body: object = {}, headers: Headers = {}) =>
			write("POST", url, body, headers),
		put: (url: string, body: object) => write("PUT", url, body),
		patch: (url: string, body: object) => write("PATCH", url, body),
		remove: (url: string) => call({ method: "DELETE", url }),
		signIn: (password = PASSWORD, mail = "") => write("POST", "/api/session", { mail, password }),
		/** Signs in without checking a password, which takes 200 ms. */
		letIn: ({ signIns }: AnalyticsStore, now: number, user = FIRST_ADMIN) => {
			const token = crypto.randomUUID();
			signIns.add(token, user, now);
			cookie = `loggia=${token}`;
		},
		cookie: () => cookie,
	};
}

/** A browser in which the owner is signed in. */
export function ownerBrowser({ service, store, clock }: AnalyticsWithClock, address?: string) {
	const browser = dashboardBrowser(service, address);
	browser.letIn(store, clock.now);
	return browser;
}

interface AnalyticsWithClock {
	readonly service: FastifyInstance;
	readonly store: AnalyticsStore;
	readonly clock: { readonly now: number };
}

/** Adds a user and signs in the browser as this user. */
export function letUserIn(
	browser: ReturnType<typeof dashboardBrowser>,
	{ store, clock }: Pick<AnalyticsWithClock, "store" | "clock">,
	user: Partial<NewUser>,
): User {
	const added = store.users.add({
		mail: "ada@a.example",
		name: "Ada",
		role: "viewer",
		projects: undefined,
		password: null,
		invitation: null,
		invitedUntil: null,
		...user,
	});
	browser.letIn(store, clock.now, added.id);
	return added;
}

type Headers = NonNullable<InjectOptions["headers"]>;

/** Removes headers that a test sets to `undefined`. */
function withoutAbsent(headers: Headers): Headers {
	return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

/** Sets the tests' password in a store, as the service does at its start. */
export async function setPassword({ users }: AnalyticsStore, text = PASSWORD): Promise<void> {
	const password = hashes.get(text) ?? (await hashPassword(text));
	hashes.set(text, password);
	users.save({ ...users.firstAdmin(), password });
}

/** Hashes by password. Hashing takes 200 ms, and every test would compute the same hash. */
const hashes = new Map<string, string>();
