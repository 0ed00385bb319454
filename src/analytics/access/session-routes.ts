import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { type ApiRoute, defineRoute } from "../query/api/define-route.ts";
import { refused } from "../query/api/refused.ts";
import { MIN_PASSWORD_LENGTH, type SessionState } from "../wire/dashboard/session.ts";
import type { Password } from "./password.ts";
import { createPasswordCheck } from "./password-check.ts";
import type { Sessions } from "./sessions.ts";

export interface SessionRoutesOptions {
	readonly sessions: Sessions;
	readonly password: Password;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** Longer texts are refused before scrypt, which would have to read all of them. */
const MAX_PASSWORD_LENGTH = 1_000;
const TEXT_RULE = `must be a text of at most ${MAX_PASSWORD_LENGTH} characters`;
const NEW_RULE = `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
/** More than anyone types; any client may send it. */
const MAX_BODY_BYTES = 8 * 1024;

const passwordText = z.string(TEXT_RULE).max(MAX_PASSWORD_LENGTH, TEXT_RULE);
const passwordChange = z.object({
	current: passwordText,
	new: z.string(NEW_RULE).min(MIN_PASSWORD_LENGTH, NEW_RULE).max(MAX_PASSWORD_LENGTH, NEW_RULE),
});

/** Signing in to the dashboard with the one password, signing out, changing it. */
export function sessionRoutes(options: SessionRoutesOptions): readonly ApiRoute[] {
	const { sessions, password } = options;
	const check = createPasswordCheck({ what: "the dashboard" });
	const state = defineRoute("GET /api/session", {
		summary: "Whether this browser is signed in",
		access: "open",
		answer: { description: "The state of the session" },
		handle: async ({ request }) => describeSession(request, options),
	});
	const signIn = defineRoute("POST /api/session", {
		summary: "Sign in to the dashboard",
		access: "open",
		maxBodyBytes: MAX_BODY_BYTES,
		json: z.object({ password: passwordText }),
		status: 204,
		answer: { description: "Signed in, by a cookie" },
		refusals: { ...REFUSALS, 401: "The password is wrong" },
		handle: async ({ body, request, reply }) => {
			const refusal = await check(request, reply, () => password.verify(body.password));
			if (refusal !== undefined) return refusal;
			sessions.start(request, reply);
			return true;
		},
	});
	const signOut = defineRoute("DELETE /api/session", {
		summary: "Sign out",
		access: "open",
		status: 204,
		answer: { description: "Signed out" },
		refusals: { 403: REFUSALS[403] },
		handle: async ({ request, reply }) => {
			sessions.end(request, reply);
			return true;
		},
	});
	const change = defineRoute("POST /api/password", {
		summary: "Change the password of the dashboard, which ends every other session",
		access: "session",
		maxBodyBytes: MAX_BODY_BYTES,
		json: passwordChange,
		status: 204,
		answer: { description: "Changed" },
		refusals: { ...REFUSALS, 409: "The password is set in the environment" },
		handle: async ({ body, request, reply }) => {
			if (password.isFixed) return refused(409, FIXED);
			const refusal = await check(request, reply, () => password.verify(body.current));
			if (refusal?.refused === 401) return refused(403, "current is not the password");
			if (refusal !== undefined) return refusal;
			await password.change(body.new);
			sessions.endAll();
			sessions.start(request, reply);
			request.log.info("The password of the dashboard was changed");
			return true;
		},
	});
	return [state, signIn, signOut, change];
}

const REFUSALS = {
	403: "Not sent by the dashboard itself, or the present password is wrong",
	429: "Too many wrong passwords; Retry-After says when to try again",
};

const FIXED = "The password is set by ANALYTICS_PASSWORD and must be changed there";

function describeSession(
	request: FastifyRequest,
	{ sessions, password }: SessionRoutesOptions,
): SessionState {
	const endsAt = sessions.find(request);
	if (endsAt === undefined) return { signed_in: false };
	return {
		signed_in: true,
		expires_at: new Date(endsAt).toISOString(),
		password_from: password.isFixed ? "environment" : "dashboard",
	};
}
