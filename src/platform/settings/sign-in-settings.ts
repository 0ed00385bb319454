import * as z from "zod";
import { commaList, text } from "./schemas.ts";
import type { SettingsTable } from "./setting.ts";

const HEADERS_RULE =
	"must be the names of one to four headers: of the id, the name, the mail address and the groups";

const headerNames = commaList.transform((names, context) => {
	const headers = names.map((name) => name.toLowerCase());
	const areNames = headers.every((name) => /^[\w-]+$/.test(name));
	if (areNames && headers.length <= 4 && new Set(headers).size === headers.length) return headers;
	context.addIssue({ code: "custom", message: HEADERS_RULE });
	return z.NEVER;
});

const signInUrl = text.regex(/^(?:https?:\/\/|\/(?![/\\]))[^\s"<>]+$/i, {
	error: "must be a URL, or a path that starts with a slash, with {url} for where the visitor goes",
});

/** How visitors say who they are. */
export const SIGN_IN_SETTINGS = {
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
