import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { readJson } from "../http/read-json.ts";
import { refuseRequest } from "../http/refuse-request.ts";
import { MIN_PASSWORD_LENGTH, type SessionState } from "../wire/dashboard/session.ts";
import { CROSS_SITE } from "./guard-api.ts";
import { isSafe, isSameOrigin } from "./is-same-origin.ts";
import type { Password } from "./password.ts";
import type { Sessions } from "./sessions.ts";
import { createSignInLimit, type SignInLimit } from "./sign-in-limit.ts";
import { Turns } from "./turns.ts";

export interface SessionRoutesOptions {
	readonly sessions: Sessions;
	readonly password: Password;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** A password longer than this is none; scrypt would have to read all of it. */
const MAX_PASSWORD_LENGTH = 1_000;
const TEXT_RULE = `must be a text of at most ${MAX_PASSWORD_LENGTH} characters`;
const NEW_RULE = `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
/** Nobody types more, and everybody may send it. */
const MAX_BODY_BYTES = 8 * 1024;
/** Each takes a fifth of a second and 32 MB, one after the other. */
const MAX_WAITING_CHECKS = 10;

const passwordText = z.string(TEXT_RULE).max(MAX_PASSWORD_LENGTH, TEXT_RULE);
export const signInSchema = z.object({ password: passwordText });
export const passwordChangeSchema = z.object({
	current: passwordText,
	new: z.string(NEW_RULE).min(MIN_PASSWORD_LENGTH, NEW_RULE).max(MAX_PASSWORD_LENGTH, NEW_RULE),
});

/** What the handlers share. */
interface Door extends SessionRoutesOptions {
	readonly limit: SignInLimit;
	readonly turns: Turns;
}

/** Signing in to the dashboard with the one password, signing out, changing it. */
export async function sessionRoutes(
	service: FastifyInstance,
	options: SessionRoutesOptions,
): Promise<void> {
	const { sessions } = options;
	const door = {
		...options,
		limit: createSignInLimit(options.now),
		turns: new Turns(MAX_WAITING_CHECKS),
	};
	service.addHook("onRequest", async (request, reply) => {
		reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
		if (isSafe(request) || isSameOrigin(request)) return undefined;
		return refuseRequest(request, reply, { status: 403, problems: [CROSS_SITE] });
	});
	service.get("/api/session", { exposeHeadRoute: false }, async (request) =>
		describeSession(request, door),
	);
	// Clients' own routes tell every origin that it may ask; these are for ours alone.
	for (const url of ["/api/v1/*", "/api/session", "/api/password"]) {
		service.options(url, async (_request, reply) => reply.code(405).send());
	}
	const bodyLimit = MAX_BODY_BYTES;
	service.post("/api/session", { bodyLimit }, async (request, reply) =>
		signIn(request, reply, door),
	);
	service.delete("/api/session", async (request, reply) => {
		sessions.end(request, reply);
		return reply.code(204).send();
	});
	service.post("/api/password", { bodyLimit }, async (request, reply) =>
		changePassword(request, reply, door),
	);
}

function describeSession(request: FastifyRequest, { sessions, password }: Door): SessionState {
	const endsAt = sessions.find(request);
	if (endsAt === undefined) return { signed_in: false };
	return {
		signed_in: true,
		expires_at: new Date(endsAt).toISOString(),
		password_from: password.isFixed ? "environment" : "dashboard",
	};
}

async function signIn(request: FastifyRequest, reply: FastifyReply, door: Door) {
	const reading = readJson(signInSchema, request);
	if (reading.kind !== "value") return refuseBody(request, reply, reading);
	const verdict = await checkPassword(request, reading.value.password, door);
	if (verdict.kind === "wait") return refuseForNow(request, reply, verdict.waitMs);
	if (verdict.kind === "wrong") {
		return refuseRequest(request, reply, { status: 401, problems: ["The password is wrong"] });
	}
	door.sessions.start(request, reply);
	return reply.code(204).send();
}

async function changePassword(request: FastifyRequest, reply: FastifyReply, door: Door) {
	const { sessions, password } = door;
	if (sessions.find(request) === undefined) {
		return refuseRequest(request, reply, { status: 401, problems: ["Nobody is signed in"] });
	}
	if (password.isFixed) {
		return refuseRequest(request, reply, { status: 409, problems: [FIXED] });
	}
	const reading = readJson(passwordChangeSchema, request);
	if (reading.kind !== "value") return refuseBody(request, reply, reading);
	const verdict = await checkPassword(request, reading.value.current, door);
	if (verdict.kind === "wait") return refuseForNow(request, reply, verdict.waitMs);
	if (verdict.kind === "wrong") {
		return refuseRequest(request, reply, {
			status: 403,
			problems: ["current is not the password"],
		});
	}
	await password.change(reading.value.new);
	sessions.endAll();
	sessions.start(request, reply);
	request.log.info({ reqId: request.id }, "The password of the dashboard was changed");
	return reply.code(204).send();
}

const FIXED = "The password stands in ANALYTICS_PASSWORD and must be changed there";

type Verdict =
	| { readonly kind: "right" }
	| { readonly kind: "wrong" }
	| { readonly kind: "wait"; readonly waitMs: number };

/**
 * Checks one password after the other: guesses that were sent all at once have each to wait
 * for what became of those before.
 */
async function checkPassword(
	request: FastifyRequest,
	text: string,
	{ limit, password, turns }: Door,
): Promise<Verdict> {
	const verdict = await turns.take(async (): Promise<Verdict> => {
		const waitMs = limit.waitMs(request.ip);
		if (waitMs > 0) return { kind: "wait", waitMs };
		if (await password.verify(text)) {
			limit.succeeded(request.ip);
			return { kind: "right" };
		}
		const failures = limit.failed(request.ip);
		request.log.warn({ reqId: request.id, failures }, "A wrong password for the dashboard");
		return { kind: "wrong" };
	});
	return verdict ?? { kind: "wait", waitMs: BUSY_WAIT_MS };
}

const BUSY_WAIT_MS = 2_000;

function refuseForNow(request: FastifyRequest, reply: FastifyReply, waitMs: number): FastifyReply {
	const seconds = Math.ceil(waitMs / 1_000);
	request.log.warn({ reqId: request.id, seconds }, "Too many wrong passwords: told to wait");
	reply.header("retry-after", String(seconds));
	const problems = ["Too many wrong passwords"];
	return refuseRequest(request, reply, { status: 429, problems });
}

type BodyRefusal =
	| { readonly kind: "unsupported" }
	| { readonly kind: "problems"; readonly problems: readonly string[] };

function refuseBody(request: FastifyRequest, reply: FastifyReply, reading: BodyRefusal) {
	if (reading.kind === "problems") {
		return refuseRequest(request, reply, { status: 400, problems: reading.problems });
	}
	return refuseRequest(request, reply, {
		status: 415,
		problems: ["The body must be application/json"],
	});
}
