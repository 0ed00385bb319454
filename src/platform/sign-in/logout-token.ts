import type { JWTVerifyGetKey } from "jose";
import * as z from "zod";

export interface LogoutTokenOptions {
	readonly issuer: string;
	readonly clientId: string;
	/** Keys of the provider. */
	readonly keys: JWTVerifyGetKey;
	/** Milliseconds since the Unix epoch. */
	readonly nowMs: number;
}

/** A token is used at once. The limit allows for clocks that differ. */
const MAX_AGE = "5 minutes";
const CLOCK_TOLERANCE = "1 minute";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** A nonce would make it an id token, which must not end a session. */
const CLAIMS = z
	.object({
		sub: z.string().optional(),
		sid: z.string().optional(),
		events: z.object({ [EVENT]: z.looseObject({}) }),
		nonce: z.undefined().optional(),
	})
	.refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/**
 * Verifies a token by which a provider ends sessions.
 *
 * @returns The user, or one session of the provider.
 * @throws {Error} When the token is not a logout token of the provider for this client.
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html section 2.6
 */
export async function verifyLogoutToken(
	token: string,
	{ issuer, clientId, keys, nowMs }: LogoutTokenOptions,
): Promise<{ readonly sub?: string | undefined; readonly sid?: string | undefined }> {
	const { jwtVerify } = await import("jose");
	const { payload } = await jwtVerify(token, keys, {
		...{ issuer, audience: clientId, maxTokenAge: MAX_AGE, clockTolerance: CLOCK_TOLERANCE },
		currentDate: new Date(nowMs),
	});
	return CLAIMS.parse(payload);
}
