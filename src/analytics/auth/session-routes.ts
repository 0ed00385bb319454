import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { SIGN_IN_PATHS, SIGN_IN_PREFIX } from "../../shared/page/user.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { refused } from "../api/refused.ts";
import type { SessionState } from "../api-types/session.ts";
import { mailAddress, newPassword } from "../api-types/settings.ts";
import type { Projects } from "../projects/projects.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import { FIRST_ADMIN } from "../store/settings/users.ts";
import { type CallersOptions, mayUse } from "./callers.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { createPasswordCheck } from "./password-check.ts";
import type { Sessions } from "./sessions.ts";

export interface SessionRoutesOptions extends Pick<CallersOptions, "provider" | "now"> {
	readonly sessions: Sessions;
	readonly access: Pick<AnalyticsStore, "users">;
	readonly projects: Projects | undefined;
	/** `ANALYTICS_PASSWORD`, the password of the first admin. */
	readonly password: string | undefined;
}

/** Refuses longer texts before scrypt, which reads the full text. */
const TEXT_RULE = "must be a text of at most 1000 characters";
/** More than anyone types. Clients without a session can send such bodies. */
export const MAX_BODY_BYTES = 8 * 1024;

const passwordText = z.string(TEXT_RULE).max(1_000, TEXT_RULE);
const signInBody = z.object({
	mail: mailAddress.or(z.literal("")).default(""),
	password: passwordText,
});
const passwordChange = z.object({ current: passwordText, new: newPassword });

/** Routes that sign in to the dashboard with a password, sign out, and change the password. */
export function sessionRoutes(options: SessionRoutesOptions): readonly ApiRoute[] {
	const { sessions, password: fixedPassword } = options;
	const { users } = options.access;
	const check = createPasswordCheck("the dashboard", WRONG);
	const state = defineRoute("outsider", "GET /api/session", {
		summary: "Whether this browser is signed in",
		answer: { description: "The state of the session" },
		handle: async ({ request }) => describeSession(request, options),
	});
	const signIn = defineRoute("outsider", "POST /api/session", {
		summary: "Sign in to the dashboard",
		maxBodyBytes: MAX_BODY_BYTES,
		json: signInBody,
		answer: "Signed in, with a session cookie",
		refusals: { ...REFUSALS, 401: WRONG },
		handle: async ({ body, request, reply }) => {
			const account = body.mail || users.firstAdmin().mail;
			const user = users.withMail(account);
			const refusal = await check(request, reply, {
				account,
				verify: () => verifyPassword(body.password, user?.password ?? null),
			});
			if (refusal !== undefined || user === undefined) return refusal ?? refused(401, WRONG);
			sessions.start(user.id, request, reply);
			return true;
		},
	});
	const signOut = defineRoute("outsider", "DELETE /api/session", {
		summary: "Sign out",
		answer: "Signed out",
		refusals: { 403: REFUSALS[403] },
		handle: async ({ request, reply }) => {
			sessions.end(request, reply);
			return true;
		},
	});
	const change = defineRoute("viewer", "POST /api/password", {
		summary: "Change your own password, and end all other sessions",
		needsSession: true,
		scope: "own-account",
		isChange: true,
		maxBodyBytes: MAX_BODY_BYTES,
		json: passwordChange,
		answer: "Changed",
		refusals: { ...REFUSALS, 409: "The password is set in the environment" },
		handle: async ({ body, request, reply }) => {
			const user = request.caller?.user;
			if (user?.id === FIRST_ADMIN && fixedPassword !== undefined) return refused(409, FIXED);
			if (user === undefined) return undefined;
			const refusal = await check(request, reply, {
				account: user.mail,
				verify: () => verifyPassword(body.current, user.password),
			});
			if (refusal?.refused === 401) return refused(403, "current must be the current password");
			if (refusal !== undefined) return refusal;
			users.save({ ...user, password: await hashPassword(body.new) });
			sessions.endAllOf(user.id);
			sessions.start(user.id, request, reply);
			return true;
		},
	});
	return [state, signIn, signOut, change];
}

const REFUSALS = {
	403: "The dashboard did not send the request, or the current password is wrong",
	429: "Too many wrong passwords; Retry-After says when to try again",
};

const WRONG = "The mail address or the password is wrong";
const FIXED = "The password is set by ANALYTICS_PASSWORD and must be changed there";

function describeSession(
	request: FastifyRequest,
	{ access: { users }, password, projects, provider }: SessionRoutesOptions,
): SessionState {
	const { caller, protocol, host } = request;
	const url = provider?.signInUrl({
		origin: `${protocol}://${host}`,
		path: "/dashboard/",
		prefix: SIGN_IN_PREFIX,
	});
	const ofProvider = {
		sign_in_url: url ?? "",
		sign_out_url: provider?.routes === undefined ? null : SIGN_IN_PATHS.signOut,
		lacks_role: caller === undefined && provider?.userOf(request.raw) !== undefined,
	};
	const ways = {
		asks_mail: users.count() > 1,
		provider: url === undefined ? null : ofProvider,
	};
	if (caller?.isBrowser !== true) return { ...ways, signed_in: false };
	const ofUser = projects?.list().filter((project) => mayUse(caller, project.id)) ?? [];
	const isFixed = caller.user?.id === FIRST_ADMIN && password !== undefined;
	return {
		...ways,
		signed_in: true,
		name: caller.name,
		role: caller.role,
		project_paths: ofUser.map(({ path }) => path),
		password_from: caller.user === undefined ? "provider" : isFixed ? "environment" : "dashboard",
	};
}
