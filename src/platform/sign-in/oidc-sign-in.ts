import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import * as z from "zod";
import { splitTarget } from "../../shared/routing/routes.ts";
import { createEndedSessions } from "./ended-sessions.ts";
import {
	createOidcClient,
	OIDC_ATTEMPT,
	OIDC_IDENTITY,
	type OidcClientOptions,
} from "./oidc-client.ts";
import { createPrivateCookie } from "./private-cookie.ts";
import type { SignIn, SignInPlace, SignInRequest } from "./sign-in.ts";

export interface OidcSignInOptions extends Omit<OidcClientOptions, "log"> {
	/** Encrypts sessions; all servers of a site need the same secret. */
	readonly secret: string;
	readonly sessionHours: number;
	/** Prefix of the names of cookies. */
	readonly cookies: string;
	/** Absolute; servers of one site share it. */
	readonly endedFolder: string;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly log: Pick<Logger, "info" | "warn">;
}

const HOUR_MS = 60 * 60 * 1000;

/** Time limit of a sign-in, long enough for a second factor. */
const ATTEMPT_MS = 10 * 60 * 1000;

/** Interval of renewals. A removed group takes effect after it, if there is a refresh token. */
const RENEWED_AFTER_MS = 10 * 60 * 1000;

/** Cache so that concurrent requests, and requests with the old cookie, share one renewal. */
const RENEWALS = { max: 1000, ttl: 60_000, ttlResolution: 0 };

/** Paths below the prefix of the service. */
const PATHS = {
	...{ begin: "/sign-in", finish: "/signed-in", end: "/sign-out" },
	endByProvider: "/back-channel-logout",
} as const;

/** A token has about one kilobyte. */
const MAX_FORM_BYTES = 16 * 1024;

const SESSION = OIDC_IDENTITY.extend({
	id: z.string(),
	/** Time of the sign-in; milliseconds since the Unix epoch. */
	startedAt: z.number(),
	/** Time of the provider's last response; milliseconds since the Unix epoch. */
	saidAt: z.number(),
});

type Session = z.infer<typeof SESSION>;

interface Renewal {
	/** `undefined`: the session has ended. */
	readonly current: Session | undefined;
	/** Cookie to set; absent: the cookie of the browser is still valid. */
	readonly cookie?: string;
}

const ATTEMPT = OIDC_ATTEMPT.extend({
	/** Target after the sign-in: a path of this site with its query. */
	to: z.string(),
});

/**
 * Signs visitors in with an OpenID provider. The session is one encrypted cookie, which is renewed with
 * the provider's refresh token. When the session ends, the next private page redirects to the provider,
 * which identifies the visitor again. A list of ended sessions makes copies of their cookies invalid.
 */
export function createOidcSignIn({
	secret,
	sessionHours,
	cookies,
	endedFolder: folder,
	now,
	...options
}: OidcSignInOptions): SignIn {
	const sessionMs = sessionHours * HOUR_MS;
	const ended = createEndedSessions({ folder, sessionMs, log: options.log, now });
	const client = createOidcClient(options);
	const session = createPrivateCookie({
		...{ name: `${cookies}-session`, secret, purpose: "session 2" },
		durationMs: sessionMs,
	});
	const attempts = createPrivateCookie({
		...{ name: `${cookies}-sign-in`, secret, purpose: "sign-in 1" },
		durationMs: ATTEMPT_MS,
	});
	const renewals = new LRUCache<string, Promise<Renewal>>({ ...RENEWALS, perf: { now } });
	/** Renewed sessions of requests that still have the old cookie. */
	const renewed = new WeakMap<SignInRequest, Session | undefined>();
	// Public pages need no provider: a failure is only logged, and the next use retries.
	client.discovered().catch(() => undefined);

	return {
		hasCredentials: session.isIn,
		userOf: (request) =>
			(renewed.has(request) ? renewed.get(request) : readSession(request.headers))?.user,
		renew,
		removeForged: () => undefined,
		signInUrl: ({ prefix, path }) => `${prefix}${PATHS.begin}?to=${encodeURIComponent(path)}`,
		routes: registerRoutes,
	};

	function readSession(headers: FastifyRequest["headers"]): Session | undefined {
		const { data } = SESSION.safeParse(session.read(headers, now()));
		return data !== undefined && isEnded(data) ? undefined : data;
	}

	function isEnded({ startedAt, id, providerSession, user }: Session): boolean {
		const ofProvider =
			providerSession === undefined ? [] : [`provider ${providerSession}` as const];
		return ended.isEnded(startedAt, `session ${id}`, `user ${user.id}`, ...ofProvider);
	}

	/** @returns The cookie. If it is too long, drops the id token first, then the refresh token as well. */
	function writeSession({ idToken, refreshToken, ...said }: Session): string {
		const cookie =
			session.write({ ...said, idToken, refreshToken }, now()) ??
			session.write({ ...said, refreshToken }, now()) ??
			session.write(said, now());
		if (cookie === undefined) throw new RangeError("The groups must fit into a cookie");
		return cookie;
	}

	function renew(request: SignInRequest): Promise<string | undefined> | undefined {
		if (!session.isIn(request.headers)) return undefined;
		const looking = ended.look();
		return looking === undefined ? renewKnown(request) : looking.then(() => renewKnown(request));
	}

	function renewKnown(request: SignInRequest): Promise<string | undefined> | undefined {
		const last = readSession(request.headers);
		const { refreshToken, saidAt = 0 } = last ?? {};
		if (last === undefined || refreshToken === undefined || now() < saidAt + RENEWED_AFTER_MS) {
			return undefined;
		}
		const known = renewals.get(refreshToken);
		const renewal = known ?? sayAgain(last, refreshToken);
		// Set only once: a second `set()` would restart the TTL.
		if (known === undefined) renewals.set(refreshToken, renewal);
		return renewal.then(({ current, cookie }) => {
			renewed.set(request, current);
			return cookie;
		});
	}

	/** Renews a session. While the provider is unavailable, the session stays valid until its normal end. */
	async function sayAgain(last: Session, refreshToken: string): Promise<Renewal> {
		const identity = await client.renew(refreshToken, last.user.id).catch((error: unknown) => {
			options.log.warn({ err: error }, "A session could not be renewed");
			return "unknown" as const;
		});
		if (identity === "unknown") return { current: last };
		if (identity === undefined) return { current: undefined, cookie: session.clear() };
		const { id, startedAt } = last;
		const providerSession = identity.providerSession ?? last.providerSession;
		const current = { ...identity, providerSession, id, startedAt, saidAt: now() };
		// A sign-out may have ended it meanwhile.
		if (isEnded(current)) return { current: undefined, cookie: session.clear() };
		return { current, cookie: writeSession(current) };
	}

	function registerRoutes(site: FastifyInstance, place: SignInPlace): void {
		site.get(PATHS.begin, async (request, reply) => {
			const to = new URLSearchParams(request.query as Record<string, string>).get("to");
			const from = request.headers.referer;
			const attempt = await client
				.begin(urlAt(place, request, PATHS.finish))
				.catch(() => undefined);
			if (attempt === undefined) return place.refuse(reply, 503, AWAY);
			const { url, ...checks } = attempt;
			const page = ownPath(place, to ?? pathOf(from, request.host));
			// A cookie has room for most addresses. A longer one loses its query, or leads to the home page.
			const pages = [page, splitTarget(page).path, ownPath(place, null)];
			const cookies = pages.map((target) => attempts.write({ ...checks, to: target }, now()));
			return redirect(reply, url, [
				cookies.find((cookie) => cookie !== undefined) ?? attempts.clear(),
			]);
		});

		site.get(PATHS.finish, async (request, reply) => {
			const attempt = ATTEMPT.safeParse(attempts.read(request.headers, now())).data;
			const returned = new URL(urlAt(place, request, PATHS.finish));
			returned.search = splitTarget(request.url).query;
			const { searchParams } = returned;
			// Checked before the request to the provider: anyone can link to this path.
			if (attempt === undefined || searchParams.get("state") !== attempt.state) {
				return place.refuse(reply, 400, NO_ATTEMPT);
			}
			if (searchParams.has("error"))
				return place.refuse(reply.header("set-cookie", attempts.clear()), 403, REFUSED);
			try {
				const identity = await client.finish(returned, attempt);
				const startedAt = now();
				const times = { startedAt, saidAt: startedAt };
				const cookie = writeSession({ ...identity, id: randomUUID(), ...times });
				return await redirect(reply, attempt.to, [attempts.clear(), cookie]);
			} catch (error) {
				request.log.warn({ err: error }, "A visitor could not sign in");
				return place.refuse(reply.header("set-cookie", attempts.clear()), 400, FAILED);
			}
		});

		site.get(PATHS.end, async (request, reply) => {
			const home = place.originOf(request) + (place.basePath() || "/");
			const current = readSession(request.headers);
			if (current !== undefined) await ended.end(`session ${current.id}`);
			const url =
				current && (await client.endSessionUrl(home, current.idToken).catch(() => undefined));
			return redirect(reply, url ?? home, [session.clear()]);
		});

		site.register(async (scope) => {
			scope.addContentTypeParser(
				"application/x-www-form-urlencoded",
				{ parseAs: "string", bodyLimit: MAX_FORM_BYTES },
				(_request, body, done) => done(null, new URLSearchParams(String(body)).get("logout_token")),
			);
			scope.post<{ Body: string | null | undefined }>(
				PATHS.endByProvider,
				async (request, reply) => {
					reply.header("cache-control", "no-store");
					try {
						const { sub, sid } = await client.readLogout(request.body ?? "", now());
						await ended.end(sid === undefined ? `user ${sub}` : `provider ${sid}`);
						return await reply.send();
					} catch (error) {
						request.log.warn({ err: error }, "The provider could not end a session");
						return reply.code(400).send({ error: "invalid_request" });
					}
				},
			);
		});
	}
}

const AWAY = "The identity provider cannot be reached at the moment";
const NO_ATTEMPT = "This attempt to sign in has expired: open the page again";
const REFUSED = "The identity provider has refused to sign you in";
const FAILED = "Signing in has failed: open the page again";

function redirect(reply: FastifyReply, url: string, cookies: readonly string[]): FastifyReply {
	return reply.header("cache-control", "no-store").header("set-cookie", cookies).redirect(url, 302);
}

function urlAt(place: SignInPlace, request: FastifyRequest, path: string): string {
	return place.originOf(request) + place.basePath() + place.prefix + path;
}

/** @returns The path of the page with the sign-in link, for a link without a target. */
function pathOf(referer: string | undefined, host: string): string | null {
	if (referer === undefined || !URL.canParse(referer)) return null;
	const url = new URL(referer);
	return url.host === host ? url.pathname + url.search : null;
}

/** Excludes origins, backslashes (browsers read slashes) and control characters (browsers skip them). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const OWN_PATH = /^\/(?![/\\])[^\\\u0000-\u001f]*$/;

/** @returns The path if it is a page of this site, otherwise the home page. */
function ownPath({ basePath, prefix }: SignInPlace, path: string | null): string {
	const home = basePath() || "/";
	if (path === null || !OWN_PATH.test(path)) return home;
	// Encodes other characters for the header, and resolves `..` as browsers do before the checks.
	const { pathname, search } = new URL(path, "https://site.invalid");
	const isInside = home === "/" || pathname === home || pathname.startsWith(`${home}/`);
	if (!isInside || pathname.startsWith(`${basePath()}${prefix}/`)) return home;
	return OWN_PATH.test(pathname) ? pathname + search : home;
}
