import { join } from "node:path";
import type { Logger } from "pino";
import type { ValuesOf } from "../settings/setting.ts";
import type { SIGN_IN_SETTINGS } from "../settings/sign-in-settings.ts";
import { readSharedSecret } from "../shared-secret.ts";
import { createOidcSignIn } from "./oidc-sign-in.ts";
import { createProxySignIn } from "./proxy-sign-in.ts";
import type { SignIn } from "./sign-in.ts";

export interface SignInValues extends ValuesOf<typeof SIGN_IN_SETTINGS> {
	readonly trustedProxies: readonly string[];
}

export interface OpenSignInOptions {
	readonly values: SignInValues;
	/** Folder for the list of ended sessions, and for the generated secret if the operator sets none. */
	readonly dataFolder: string;
	/** Prefix of the names of cookies, since services of one host may have different secrets. */
	readonly cookies: string;
	readonly log: Pick<Logger, "info" | "warn">;
}

/** @returns One sentence for each contradiction between settings. */
export function problemsOfSignIn(values: SignInValues): readonly string[] {
	const { signInHeaders, oidcIssuer, oidcClientId, trustedProxies } = values;
	const problems: string[] = [];
	if (signInHeaders !== undefined && trustedProxies.length === 0) {
		problems.push("TRUSTED_PROXIES must name the proxy that sends the headers of SIGN_IN_HEADERS");
	}
	if ((oidcIssuer === undefined) !== (oidcClientId === undefined)) {
		problems.push("OIDC_ISSUER and OIDC_CLIENT_ID must be given both, or neither");
	}
	if (signInHeaders !== undefined && oidcIssuer !== undefined) {
		problems.push("OIDC_ISSUER and SIGN_IN_HEADERS must not be given both");
	}
	return problems;
}

/** @returns `undefined`: visitors cannot sign in. */
export async function openSignIn(options: OpenSignInOptions): Promise<SignIn | undefined> {
	const { values, dataFolder, cookies, log } = options;
	const { signInHeaders: headers, oidcIssuer: issuer, oidcClientId: clientId } = values;
	if (headers !== undefined) {
		return createProxySignIn({ ...values, headers, url: values.signInUrl });
	}
	if (issuer === undefined || clientId === undefined) return undefined;
	const place = { folder: dataFolder, name: "session-secret" };
	const { secret, problem } = await readSharedSecret(values.sessionSecret, place);
	if (problem !== undefined) log.warn({ problem }, "Sessions expire with this process");
	return createOidcSignIn({
		...{ issuer, clientId, secret, cookies, log, now: Date.now },
		endedFolder: join(dataFolder, "ended-sessions"),
		clientSecret: values.oidcClientSecret,
		scopes: values.oidcScopes,
		groupsClaim: values.oidcGroupsClaim,
		sessionHours: values.sessionHours,
	});
}
