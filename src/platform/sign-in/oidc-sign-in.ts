import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import * as z from "zod";
import { splitTarget } from "../../shared/routing/routes.ts";
import {
	createOidcClient,
	OIDC_ATTEMPT,
	OIDC_IDENTITY,
	type OidcClientOptions,
} from "./oidc-client.ts";
import { createPrivateCookie } from "./private-cookie.ts";
import type { SignIn, SignInPlace, SignInRequest } from "./sign-in.ts";

export interface OidcSignInOptions extends Omit<OidcClientOptions, "log"> {
	/** Encrypts sessions; servers of one site must have the same. */
	readonly secret: string;
	readonly sessionHours: number;
	/** Begins the names of cookies. */
	readonly cookies: string;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly log: Pick<Logger, "info" | "warn">;
}

const HOUR_MS = 60 * 60 * 1000;

/** Long enough for a second factor. */
const ATTEMPT_MS = 10 * 60 * 1000;

/** A lost group counts after so long, where the provider can be asked again. */
const RENEWED_AFTER_MS = 10 * 60 * 1000;

/** Requests of one visitor that come together, and those before the new cookie has arrived, renew once. */
const RENEWALS = { max: 1000, ttl: 60_000, ttlResolution: 0 };

/** Below the prefix of the service. */
const PATHS = { begin: "/sign-in", finish: "/signed-in", end: "/sign-out" } as const;

const SESSION = OIDC_IDENTITY.extend({
	/** When the provider said it; milliseconds since the Unix epoch. */
	saidAt: z.number(),
});

type Session = z.infer<typeof SESSION>;

interface Renewal {
	/** `undefined`: the session has ended. */
	readonly current: Session | undefined;
	/** Absent: the browser keeps the one that it has. */
	readonly cookie?: string;
}

const ATTEMPT = OIDC_ATTEMPT.extend({
	/** A path of this site with its query. */
	to: z.string(),
});

/**
 * Signs visitors in with an OpenID provider. The session is one encrypted cookie. The provider is asked
 * again now and then if it allows that; when the session ends, the next private page leads to the provider,
 * which says again who the visitor is.
 */
export function createOidcSignIn({
	secret,
	sessionHours,
	cookies,
	now,
	...options
}: OidcSignInOptions): SignIn {
	const client = createOidcClient(options);
	const session = createPrivateCookie({
		...{ name: `${cookies}-session`, secret, purpose: "session 1" },
		durationMs: sessionHours * HOUR_MS,
	});
	const attempts = createPrivateCookie({
		...{ name: `${cookies}-sign-in`, secret, purpose: "sign-in 1" },
		durationMs: ATTEMPT_MS,
	});
	const renewals = new LRUCache<string, Promise<Renewal>>({ ...RENEWALS, perf: { now } });
	/** What the cookie of a request does not say yet. */
	const renewed = new WeakMap<SignInRequest, Session | undefined>();
	// Visitors of public pages need no provider: a failure is logged, and the next need tries again.
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
		return SESSION.safeParse(session.read(headers, now())).data;
	}

	/** @returns The cookie; without the id token or the refresh token where both are too long for one. */
	function writeSession({ idToken, refreshToken, ...said }: Session): string {
		const cookie =
			session.write({ ...said, idToken, refreshToken }, now()) ??
			session.write({ ...said, refreshToken }, now()) ??
			session.write(said, now());
		if (cookie === undefined) throw new RangeError("The groups must fit into a cookie");
		return cookie;
	}

	function renew(request: SignInRequest): Promise<string | undefined> | undefined {
		const last = readSession(request.headers);
		const { refreshToken, saidAt = 0 } = last ?? {};
		if (last === undefined || refreshToken === undefined || now() < saidAt + RENEWED_AFTER_MS) {
			return undefined;
		}
		const known = renewals.get(refreshToken);
		const renewal = known ?? sayAgain(last, refreshToken);
		// Once: setting it again would begin its time anew.
		if (known === undefined) renewals.set(refreshToken, renewal);
		return renewal.then(({ current, cookie }) => {
			renewed.set(request, current);
			return cookie;
		});
	}

	/** While the provider is away, a session goes on as it is, and ends when it would have ended. */
	async function sayAgain(last: Session, refreshToken: string): Promise<Renewal> {
		const identity = await client.renew(refreshToken, last.user.id).catch((error: unknown) => {
			options.log.warn({ err: error }, "A session could not be renewed");
			return "unknown" as const;
		});
		if (identity === "unknown") return { current: last };
		if (identity === undefined) return { current: undefined, cookie: session.clear() };
		const current = { ...identity, saidAt: now() };
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
			const cookie = attempts.write(
				{ ...checks, to: ownPath(place, to ?? pathOf(from, request.host)) },
				now(),
			);
			if (cookie === undefined) return place.refuse(reply, 400, "The address is too long");
			return redirect(reply, url, [cookie]);
		});

		site.get(PATHS.finish, async (request, reply) => {
			const attempt = ATTEMPT.safeParse(attempts.read(request.headers, now())).data;
			const returned = new URL(urlAt(place, request, PATHS.finish));
			returned.search = splitTarget(request.url).query;
			const { searchParams } = returned;
			// Before the provider is asked: anybody can send a visitor here.
			if (attempt === undefined || searchParams.get("state") !== attempt.state) {
				return place.refuse(reply, 400, NO_ATTEMPT);
			}
			if (searchParams.has("error"))
				return place.refuse(reply.header("set-cookie", attempts.clear()), 403, REFUSED);
			try {
				const identity = await client.finish(returned, attempt);
				const cookie = writeSession({ ...identity, saidAt: now() });
				return await redirect(reply, attempt.to, [attempts.clear(), cookie]);
			} catch (error) {
				request.log.warn({ err: error }, "A visitor could not sign in");
				return place.refuse(reply.header("set-cookie", attempts.clear()), 400, FAILED);
			}
		});

		site.get(PATHS.end, async (request, reply) => {
			const home = place.originOf(request) + (place.basePath() || "/");
			const current = readSession(request.headers);
			const url =
				current && (await client.endSessionUrl(home, current.idToken).catch(() => undefined));
			return redirect(reply, url ?? home, [session.clear()]);
		});
	}
}

const AWAY = "The identity provider cannot be reached at the moment";
const NO_ATTEMPT = "This attempt to sign in has ended: open the page that you want to read again";
const REFUSED = "The identity provider has refused to sign you in";
const FAILED = "Signing in has failed: open the page that you want to read again";

function redirect(reply: FastifyReply, url: string, cookies: readonly string[]): FastifyReply {
	return reply.header("cache-control", "no-store").header("set-cookie", cookies).redirect(url, 302);
}

function urlAt(place: SignInPlace, request: FastifyRequest, path: string): string {
	return place.originOf(request) + place.basePath() + place.prefix + path;
}

/** The page with the link to sign in, which names no other one. */
function pathOf(referer: string | undefined, host: string): string | null {
	if (referer === undefined || !URL.canParse(referer)) return null;
	const url = new URL(referer);
	return url.host === host ? url.pathname + url.search : null;
}

/** No origin, no backslash that a browser reads as a slash, and no control character that it leaves out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const OWN_PATH = /^\/(?![/\\])[^\\\u0000-\u001f]*$/;

/** @returns The path if it is one of a page of this site, else the home page. */
function ownPath({ basePath, prefix }: SignInPlace, path: string | null): string {
	const home = basePath() || "/";
	if (path === null || !OWN_PATH.test(path)) return home;
	// A header has no other letters, and a path may lead to another one: it is looked at as browsers read it.
	const { pathname, search } = new URL(path, "https://site.invalid");
	const isInside = home === "/" || pathname === home || pathname.startsWith(`${home}/`);
	if (!isInside || pathname.startsWith(`${basePath()}${prefix}/`)) return home;
	return OWN_PATH.test(pathname) ? pathname + search : home;
}
