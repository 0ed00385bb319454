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
		meaning: "The name by which this provider knows the site",
	},
	oidcClientSecret: {
		variable: "OIDC_CLIENT_SECRET",
		schema: nonEmptyText.optional(),
		meaning:
			"The secret that the provider has given to the site; without one, it is a public client",
		mayBeFile: true,
	},
	oidcScopes: {
		variable: "OIDC_SCOPES",
		schema: text
			.regex(/^openid(?: [^\s"\\]+)*$/, {
				error: "must start with openid, with spaces between scopes",
			})
			.default("openid profile email"),
		meaning: "What the provider is asked for; some give groups for a scope `groups`",
	},
	oidcGroupsClaim: {
		variable: "OIDC_GROUPS_CLAIM",
		schema: nonEmptyText.default("groups"),
		meaning:
			"The claim with the groups of a visitor; dots lead into objects, as in `realm_access.roles`",
	},
	sessionSecret: {
		variable: "SESSION_SECRET",
		schema: secret(32).optional(),
		preset: "made once",
		meaning:
			"Encrypts sessions, at least 32 characters; without it, one is made and kept in the data folder",
		mayBeFile: true,
	},
	sessionHours: {
		variable: "SESSION_HOURS",
		schema: wholeNumber({ min: 1, max: 720 }).default(8),
		meaning: "After how many hours the provider is asked again who a visitor is",
	},
	signInHeaders: {
		variable: "SIGN_IN_HEADERS",
		schema: headerNames.optional(),
		meaning:
			"The headers in which a trusted proxy says who has signed in: of the id, the name, the mail address and the groups, such as `Remote-User,Remote-Name,Remote-Email,Remote-Groups`",
	},
	signInUrl: {
		variable: "SIGN_IN_URL",
		schema: signInUrl.optional(),
		meaning:
			"Where this proxy signs visitors in, with `{url}` for where they go then, such as `https://auth.example.org/?rd={url}`; without one, private pages are absent for other visitors",
	},
} as const satisfies SettingsTable;
