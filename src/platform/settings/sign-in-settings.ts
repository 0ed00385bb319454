import { commaList, nonEmptyText, secret, text, webUrl, wholeNumber } from "./schemas.ts";
import type { SettingsTable } from "./setting.ts";

const HEADERS_RULE =
	"must be the names of one to four headers: of the id, the name, the mail address and the groups";

const headerNames = commaList
	.transform((names) => names.map((name) => name.toLowerCase()))
	.refine((names) => names.length <= 4 && new Set(names).size === names.length, HEADERS_RULE)
	.refine((names) => names.every((name) => /^[\w-]+$/.test(name)), HEADERS_RULE);

const signInUrl = text.regex(/^(?:https?:\/\/|\/(?![/\\]))[^\s"<>]+$/i, {
	error: "must be a URL, or a path that starts with a slash, with {url} for where the visitor goes",
});

/** Issuer on this machine, which needs no TLS. */
export const LOCAL_ISSUER = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/;

/** Settings for the sign-in of visitors. */
export const SIGN_IN_SETTINGS = {
	oidcIssuer: {
		variable: "OIDC_ISSUER",
		schema: webUrl
			.refine((url) => url.startsWith("https:") || LOCAL_ISSUER.test(url), {
				error: "must be a URL that starts with https://, or one of this machine",
			})
			.optional(),
		meaning:
			"The OpenID provider with which visitors sign in, such as `https://login.example.org/realms/staff`",
	},
	oidcClientId: {
		variable: "OIDC_CLIENT_ID",
		schema: nonEmptyText.optional(),
		meaning: "The client id of the site at this provider",
	},
	oidcClientSecret: {
		variable: "OIDC_CLIENT_SECRET",
		schema: nonEmptyText.optional(),
		meaning: "The client secret from this provider; without it, the site is a public client",
		mayBeFile: true,
	},
	oidcScopes: {
		variable: "OIDC_SCOPES",
		schema: text
			.regex(/^openid(?: [^\s"\\]+)*$/, {
				error: "must start with openid, with spaces between scopes",
			})
			.default("openid profile email"),
		meaning: "The requested scopes; some providers return groups for the scope `groups`",
	},
	oidcGroupsClaim: {
		variable: "OIDC_GROUPS_CLAIM",
		schema: nonEmptyText.default("groups"),
		meaning:
			"The claim with the groups of a visitor; dots separate nested keys, as in `realm_access.roles`",
	},
	sessionSecret: {
		variable: "SESSION_SECRET",
		schema: secret(32).optional(),
		preset: "generated",
		meaning:
			"Encrypts sessions, at least 32 characters; without it, one is generated and stored in the data folder",
		mayBeFile: true,
	},
	sessionHours: {
		variable: "SESSION_HOURS",
		schema: wholeNumber({ min: 1, max: 720 }).default(8),
		meaning: "Number of hours after which a session is checked with the provider again",
	},
	signInHeaders: {
		variable: "SIGN_IN_HEADERS",
		schema: headerNames.optional(),
		meaning:
			"The headers with which a trusted proxy identifies a visitor: the id, the name, the mail address and the groups, such as `Remote-User,Remote-Name,Remote-Email,Remote-Groups`",
	},
	signInUrl: {
		variable: "SIGN_IN_URL",
		schema: signInUrl.optional(),
		meaning:
			"The sign-in URL of this proxy, with `{url}` for the page to return to, such as `https://auth.example.org/?rd={url}`; without it, private pages are absent for other visitors",
	},
} as const satisfies SettingsTable;
