import type { JWTVerifyGetKey } from "jose";
import type {
	ClientAuth,
	TokenEndpointResponse,
	TokenEndpointResponseHelpers,
} from "openid-client";
import type { Logger } from "pino";
import * as z from "zod";
import type { User } from "../../shared/page/user.ts";
import { LOCAL_ISSUER } from "../settings/sign-in-settings.ts";
import { verifyLogoutToken } from "./logout-token.ts";

export interface OidcClientOptions {
	readonly issuer: string;
	readonly clientId: string;
	/** Absent: a public client. */
	readonly clientSecret?: string | undefined;
	/** Scopes with spaces between. */
	readonly scopes: string;
	/** Claim of the id token or of the user info; dots are paths into objects. */
	readonly groupsClaim: string;
	readonly log: Pick<Logger, "info" | "warn">;
}

/** Values that check the response of the provider. */
export const OIDC_ATTEMPT = z.object({
	state: z.string(),
	nonce: z.string(),
	/** Code verifier of PKCE. */
	verifier: z.string(),
});

type OidcAttempt = z.infer<typeof OIDC_ATTEMPT>;

export const OIDC_IDENTITY = z.object({
	user: z.object({
		id: z.string(),
		name: z.string().optional(),
		mail: z.string().optional(),
		groups: z.array(z.string()).readonly(),
	}),
	/** Identifies the session to end at the provider. */
	idToken: z.string().optional(),
	/** Renews the identity; absent if the provider sends no refresh token. */
	refreshToken: z.string().optional(),
	/** Id of the session with the provider; absent if the provider sends none. */
	providerSession: z.string().optional(),
});

type OidcIdentity = z.infer<typeof OIDC_IDENTITY>;

type Library = typeof import("openid-client");

const TIMEOUT_SECONDS = 10;

/**
 * Creates the client of an OpenID provider: authorization code with PKCE, state and nonce.
 *
 * Discovers the endpoints of the provider at the first use, and again after a failure. Each function
 * throws while the provider is unavailable.
 */
export function createOidcClient(options: OidcClientOptions) {
	const { issuer, clientId, clientSecret, scopes, groupsClaim, log } = options;
	let discovering: ReturnType<typeof discover> | undefined;
	let keys: JWTVerifyGetKey | undefined;
	return { discovered, begin, finish, renew, endSessionUrl, readLogout };

	/** Concurrent callers share one discovery. */
	async function discovered() {
		discovering ??= discover().catch((error: unknown) => {
			discovering = undefined;
			log.warn({ err: error, issuer }, "The identity provider cannot be reached");
			throw error;
		});
		return discovering;
	}

	async function discover() {
		// Sites without an identity provider do not load the library.
		const openid = await import("openid-client");
		const authentication = clientAuthentication(openid);
		const configuration = await openid.discovery(
			new URL(issuer),
			clientId,
			undefined,
			authentication,
			{
				timeout: TIMEOUT_SECONDS,
				execute: LOCAL_ISSUER.test(issuer) ? [openid.allowInsecureRequests] : [],
			},
		);
		log.info({ issuer }, "Visitors can sign in");
		return { openid, configuration };
	}

	/** Sends the secret in a header, the default of OpenID Connect, or in the body if that is unsupported. */
	function clientAuthentication({
		ClientSecretBasic,
		ClientSecretPost,
		None,
	}: Library): ClientAuth {
		if (clientSecret === undefined) return None();
		const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
		return (server, ...request) => {
			const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
			return (methods.includes("client_secret_basic") ? basic : post)(server, ...request);
		};
	}

	/** @returns The sign-in URL, and the values of this attempt that {@link finish} checks. */
	async function begin(redirectUri: string): Promise<OidcAttempt & { readonly url: string }> {
		const { openid, configuration } = await discovered();
		const verifier = openid.randomPKCECodeVerifier();
		const attempt = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
		const url = openid.buildAuthorizationUrl(configuration, {
			redirect_uri: redirectUri,
			scope: scopes,
			state: attempt.state,
			nonce: attempt.nonce,
			code_challenge: await openid.calculatePKCECodeChallenge(verifier),
			code_challenge_method: "S256",
		});
		return { ...attempt, url: url.href };
	}

	/**
	 * Exchanges the code of a returning visitor for tokens.
	 *
	 * @param returned The redirect URI with the query that the provider has added.
	 */
	async function finish(
		returned: URL,
		{ state, nonce, verifier }: OidcAttempt,
	): Promise<OidcIdentity> {
		const { openid, configuration } = await discovered();
		const tokens = await openid.authorizationCodeGrant(configuration, returned, {
			...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
			idTokenExpected: true,
		});
		return identityOf(tokens);
	}

	/** @returns The current identity of a visitor; `undefined`: the provider has ended the session. */
	async function renew(refreshToken: string, id: string): Promise<OidcIdentity | undefined> {
		const { openid, configuration } = await discovered();
		try {
			const tokens = await openid.refreshTokenGrant(configuration, refreshToken);
			const identity = await identityOf(tokens, id);
			return { ...identity, refreshToken: identity.refreshToken ?? refreshToken };
		} catch (error) {
			const isEnded = error instanceof openid.ResponseBodyError && error.error === "invalid_grant";
			if (isEnded) return undefined;
			throw error;
		}
	}

	/** @param id Id of the visitor, for a renewal: its response may have no id token. */
	async function identityOf(
		tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
		id?: string,
	): Promise<OidcIdentity> {
		const { openid, configuration } = await discovered();
		const claims: (Readonly<Record<string, unknown>> & { readonly sub: string }) | undefined =
			tokens.claims() ?? (id === undefined ? undefined : { sub: id });
		if (claims === undefined) throw new Error("The identity provider must send an id token");
		const isAsked =
			claimAt(claims, groupsClaim) === undefined &&
			configuration.serverMetadata().userinfo_endpoint !== undefined;
		const info = isAsked
			? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
			: {};
		return {
			user: userOf({ ...info, ...claims }),
			idToken: tokens.id_token,
			refreshToken: tokens.refresh_token,
			providerSession: textOf(claims["sid"]),
		};
	}

	/**
	 * Verifies a request of the provider to end sessions.
	 *
	 * @throws {Error} When the token is invalid, or the keys of the provider cannot be read.
	 */
	async function readLogout(token: string, nowMs: number) {
		const { configuration } = await discovered();
		const { jwks_uri: keysUrl, issuer: own } = configuration.serverMetadata();
		if (keysUrl === undefined) throw new Error("The identity provider must publish its keys");
		if (keys === undefined) {
			const { createRemoteJWKSet } = await import("jose");
			// The library limits how often an unknown key makes it read the keys again.
			keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
		}
		return verifyLogoutToken(token, { issuer: own, clientId, keys, nowMs });
	}

	/** @returns The sign-out URL of the provider; `undefined` if it has none. */
	async function endSessionUrl(
		returnTo: string,
		idToken: string | undefined,
	): Promise<string | undefined> {
		const { openid, configuration } = await discovered();
		if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
		return openid.buildEndSessionUrl(configuration, {
			post_logout_redirect_uri: returnTo,
			...(idToken !== undefined && { id_token_hint: idToken }),
		}).href;
	}

	function userOf(claims: Readonly<Record<string, unknown>>): User {
		const { sub, name, preferred_username: nickname, email, email_verified: isVerified } = claims;
		const groups = [claimAt(claims, groupsClaim) ?? []].flat();
		return {
			id: String(sub),
			name: textOf(name ?? nickname),
			mail: isVerified === false ? undefined : textOf(email),
			groups: groups.filter((group) => typeof group === "string"),
		};
	}
}

function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

/** Tries the whole name first, since some providers use URLs with dots as names of claims. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
	if (Object.hasOwn(claims, name)) return claims[name];
	return name.split(".").reduce<unknown>((value, key) => {
		return typeof value === "object" && value !== null && Object.hasOwn(value, key)
			? (value as Readonly<Record<string, unknown>>)[key]
			: undefined;
	}, claims);
}
