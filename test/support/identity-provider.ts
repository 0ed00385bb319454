import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import OidcServer from "oidc-provider";
import { onTestFinished } from "vitest";

export const SITE_ORIGIN = "https://example.org";

export const CLIENT_SECRET = "a secret with : and +%";

export interface Person {
	readonly id: string;
	readonly groups: readonly string[];
}

/** Starts an OpenID provider that signs in the current person without a form. */
export async function startIdentityProvider(site = SITE_ORIGIN) {
	let person: Person = { id: "ann", groups: [] };
	let logins = 0;
	let mayBeAskedAgain = false;
	let isGone = false;
	let listener: RequestListener = (_request, response) => response.writeHead(503).end();
	const server = createServer((...exchange) => listener(...exchange));
	await once(server.listen(0, "127.0.0.1"), "listening");
	onTestFinished(() => server.close().closeAllConnections());
	// A server that listens on a port has an `AddressInfo`.
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	const { privateKey } = await generateKeyPair("RS256", { extractable: true });
	const key = await exportJWK(privateKey);
	/** Session of the last sign-in with the provider. */
	let session: string | undefined;
	const provider = new OidcServer(issuer, {
		clients: [
			{
				client_id: "site",
				client_secret: CLIENT_SECRET,
				redirect_uris: [`${site}/_loggia/signed-in`],
				post_logout_redirect_uris: [`${site}/`],
				grant_types: ["authorization_code", "refresh_token"],
				backchannel_logout_uri: `${site}/_loggia/back-channel-logout`,
				backchannel_logout_session_required: true,
			},
		],
		claims: { openid: ["sub"], profile: ["name"], email: ["email"], groups: ["groups"] },
		scopes: ["openid", "profile", "email", "groups"],
		cookies: { keys: ["test"] },
		jwks: { keys: [{ ...key, use: "sig", alg: "RS256" }] },
		issueRefreshToken: async () => mayBeAskedAgain,
		features: {
			devInteractions: { enabled: false },
			backchannelLogout: { enabled: true },
			rpInitiatedLogout: {
				// The default page loads a font from another origin.
				logoutSource(context: { body: string }, form: string) {
					context.body = `<!doctype html><html lang="en"><title>Sign out</title><link rel="icon" href="data:,">${form}<button form="op.logoutForm" name="logout" value="yes">Sign me out</button>`;
				},
			},
		},
		interactions: { url: () => "/interaction" },
		findAccount: (_context: unknown, id: string) =>
			isGone
				? undefined
				: {
						accountId: id,
						claims: () => ({
							sub: id,
							name: "Ann Ü",
							email: "ann@example.org",
							groups: person.groups,
						}),
					},
		async loadExistingGrant({ oidc }: GrantContext) {
			const { client, session: current, provider: own } = oidc;
			session = current.sidFor(client.clientId);
			const grant = new own.Grant({ clientId: client.clientId, accountId: current.accountId });
			grant.addOIDCScope("openid profile email groups");
			await grant.save();
			return grant;
		},
	});
	const answer = provider.callback();
	const open: RequestListener = (request, response) => {
		if (request.url?.startsWith("/interaction") !== true) return answer(request, response);
		logins += 1;
		const login = { login: { accountId: person.id } };
		void provider.interactionFinished(request, response, login);
	};
	const away = listener;
	listener = open;
	return {
		issuer,
		/** Number of logins. */
		logins: () => logins,
		/** Sets the person who signs in next. */
		show: (next: Person) => {
			person = next;
		},
		/** Issues refresh tokens from now on. Sites can use them until `endSessions()`. */
		giveRefreshTokens: () => {
			mayBeAskedAgain = true;
		},
		endSessions: () => {
			isGone = true;
		},
		/** @param change Changes the claims of a valid token. @param nowMs Time of the token. */
		logoutToken: (nowMs: number, change: (claims: object) => object) => {
			const claims = {
				iss: issuer,
				aud: "site",
				sub: person.id,
				sid: session,
				jti: "one",
				iat: nowMs / 1000,
				exp: nowMs / 1000 + 120,
				events: { "http://schemas.openid.net/event/backchannel-logout": {} },
			};
			const header = { alg: "RS256", typ: "logout+jwt" };
			return new SignJWT({ ...change(claims) }).setProtectedHeader(header).sign(privateKey);
		},
		leave: () => {
			listener = away;
		},
		comeBack: () => {
			listener = open;
		},
	};
}

interface GrantContext {
	readonly oidc: {
		readonly client: { readonly clientId: string };
		readonly session: {
			readonly accountId: string;
			readonly sidFor: (client: string) => string | undefined;
		};
		readonly provider: {
			readonly Grant: new (
				of: object,
			) => { addOIDCScope: (scope: string) => void; save: () => Promise<unknown> };
		};
	};
}

/** A browser with cookies that follows redirects between a site and its provider. */
export function createBrowser(service: FastifyInstance) {
	const jars = new Map<string, Map<string, string>>();
	return { open, step, jar, service };

	function jar(url: string): Map<string, string> {
		const { origin } = new URL(url);
		const known = jars.get(origin) ?? new Map<string, string>();
		jars.set(origin, known);
		return known;
	}

	/** Sends a single request. @param body A form for the provider, or JSON for the site. */
	async function step(url: string, body?: URLSearchParams | object) {
		const cookies = jar(url);
		const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
		const answer = url.startsWith(SITE_ORIGIN)
			? await askSite(url.slice(SITE_ORIGIN.length), cookie, body)
			: await askProvider(url, cookie, body instanceof URLSearchParams ? body : undefined);
		for (const line of answer.setCookies) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "") cookies.delete(name);
			else cookies.set(name, value);
		}
		return answer;
	}

	/** Sends a request and follows all redirects. */
	async function open(url: string, form?: URLSearchParams) {
		const trail = [url];
		let answer = await step(url, form);
		while (answer.location !== undefined && trail.length < 12) {
			const next = new URL(answer.location, trail.at(-1)).href;
			trail.push(next);
			answer = await step(next);
		}
		return { ...answer, trail, url: trail.at(-1) ?? url };
	}

	async function askSite(url: string, cookie: string, payload: object | undefined) {
		const own = { cookie, host: new URL(SITE_ORIGIN).host, "x-forwarded-proto": "https" };
		const posted = payload && { method: "POST" as const, payload };
		const { statusCode, headers, body } = await service.inject({ url, headers: own, ...posted });
		const setCookies = [headers["set-cookie"] ?? []].flat();
		return { status: statusCode, location: headers.location, body, setCookies, headers };
	}
}

async function askProvider(url: string, cookie: string, form: URLSearchParams | undefined) {
	const response = await fetch(url, {
		redirect: "manual",
		headers: { cookie },
		...(form !== undefined && { method: "POST", body: form }),
	});
	const { status, headers } = response;
	return {
		status,
		location: headers.get("location") ?? undefined,
		body: await response.text(),
		setCookies: headers.getSetCookie(),
		headers: Object.fromEntries(headers) as Readonly<Record<string, unknown>>,
	};
}
