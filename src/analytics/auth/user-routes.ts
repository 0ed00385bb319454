import * as z from "zod";
import { type ApiRoute, defineRoute, MANAGEMENT } from "../api/define-route.ts";
import { refused } from "../api/refused.ts";
import { listOf } from "../api-types/answer-of.ts";
import {
	invitedUser,
	type ListedUser,
	listedUser,
	newPassword,
	newUser,
	userChange,
} from "../api-types/settings.ts";
import { hashToken } from "../store/settings/token-hash.ts";
import { FIRST_ADMIN, type User } from "../store/settings/users.ts";
import { callerOf } from "./callers.ts";
import { hashPassword } from "./password.ts";
import { createPasswordCheck } from "./password-check.ts";
import { MAX_BODY_BYTES, type SessionRoutesOptions } from "./session-routes.ts";

export interface UserRoutesOptions
	extends Pick<SessionRoutesOptions, "sessions" | "access" | "now"> {
	readonly randomBytes: (size: number) => Uint8Array;
}

const INVITATION_MS = 7 * 86_400_000;
const TOKEN_BYTES = 32;

const acceptance = z.strictObject({
	/** Id of the user, a dot, and a secret. */
	token: z.string().regex(/^\d{1,15}\.[\w-]+$/, "must be the token of an invitation"),
	name: z.string().trim().min(1).max(100),
	password: newPassword,
});

/** Users of the dashboard: admins invite, change and delete them. */
export function userRoutes(options: UserRoutesOptions): readonly ApiRoute[] {
	const { sessions, now, randomBytes } = options;
	const { users } = options.access;
	const check = createPasswordCheck("an invitation", GONE);
	const list = defineRoute("admin", "GET /api/v1/users", {
		...MANAGEMENT,
		summary: "Users of the dashboard",
		answer: { description: "In the order of creation", schema: listOf(listedUser) },
		handle: async () => ({ results: users.list().map(render) }),
	});
	const create = defineRoute("admin", "POST /api/v1/users", {
		...MANAGEMENT,
		summary: "Invite a user",
		json: newUser,
		status: 201,
		answer: { description: "The user, with a link for seven days", schema: invitedUser },
		refusals: { 409: "Another user has this mail address" },
		handle: async ({ body: { mail, role, projects } }) => {
			if (users.withMail(mail) !== undefined) return refused(409, TAKEN);
			const nothing = { password: null, invitation: null, invitedUntil: null };
			const rights = { role, projects: projects ?? undefined };
			return invite(users.add({ mail, name: "", ...rights, ...nothing }));
		},
	});
	const inviteAgain = defineRoute("admin", "POST /api/v1/users/{id}/invitation", {
		...MANAGEMENT,
		summary: "Create a new link for a user to set a new password",
		status: 201,
		answer: { description: "The user, with a link for seven days", schema: invitedUser },
		refusals: { 409: NO_LINK },
		handle: async ({ id }) => {
			const user = users.get(Number(id));
			if (user?.id === FIRST_ADMIN) return refused(409, NO_LINK);
			return user && invite(user);
		},
	});
	const change = defineRoute("admin", "PATCH /api/v1/users/{id}", {
		...MANAGEMENT,
		summary: "Change the mail address, the role or the projects of a user",
		json: userChange,
		answer: { description: "The user", schema: listedUser },
		refusals: { 409: "Another user has this mail address, or it is the first admin" },
		handle: async ({ id, body: { mail, role, projects } }) => {
			const user = users.get(Number(id));
			if (user === undefined) return undefined;
			const hasRights = role !== undefined || projects !== undefined;
			if (user.id === FIRST_ADMIN && hasRights) return refused(409, FIRST_STAYS);
			const other = mail === undefined ? undefined : users.withMail(mail);
			if (other !== undefined && other.id !== user.id) return refused(409, TAKEN);
			return render(
				users.save({
					...user,
					mail: mail ?? user.mail,
					role: role ?? user.role,
					projects: projects === undefined ? user.projects : (projects ?? undefined),
				}),
			);
		},
	});
	const remove = defineRoute("admin", "DELETE /api/v1/users/{id}", {
		...MANAGEMENT,
		summary: "Delete a user with their sessions and API keys",
		answer: "Deleted",
		refusals: { 409: "The first admin cannot be deleted" },
		handle: async ({ id }) => {
			const user = users.get(Number(id));
			if (user?.id === FIRST_ADMIN) return refused(409, FIRST_STAYS);
			if (user !== undefined) users.delete(user.id);
			return user !== undefined;
		},
	});
	const accept = defineRoute("outsider", "POST /api/invitation", {
		summary: "Accept an invitation: set name and password, and sign in",
		isChange: true,
		maxBodyBytes: MAX_BODY_BYTES,
		json: acceptance,
		answer: "Signed in, with a session cookie",
		refusals: { 401: GONE, 429: "Too many wrong links; Retry-After says when to try again" },
		handle: async ({ body: { token, name, password }, request, reply }) => {
			const [id = ""] = token.split(".");
			const find = (): User | undefined => {
				const user = users.get(Number(id));
				const isOpen = user?.invitation === hashToken(token) && now() < (user.invitedUntil ?? 0);
				return isOpen ? user : undefined;
			};
			const refusal = await check(request, reply, {
				account: id,
				verify: async () => find() !== undefined,
			});
			if (refusal !== undefined) return refusal;
			const hash = await hashPassword(password);
			// Another request may have used the link meanwhile.
			const user = find();
			if (user === undefined) return refused(401, GONE);
			const done = { invitation: null, invitedUntil: null };
			const saved = users.save({ ...user, name, password: hash, ...done });
			sessions.endAllOf(user.id);
			sessions.start(user.id, request, reply);
			request.caller = callerOf(saved);
			return true;
		},
	});
	return [list, create, inviteAgain, change, remove, accept];

	function invite(user: User) {
		const secret = Buffer.from(randomBytes(TOKEN_BYTES)).toString("base64url");
		const token = `${user.id}.${secret}`;
		const open = { invitation: hashToken(token), invitedUntil: now() + INVITATION_MS };
		return { ...render(users.save({ ...user, ...open })), path: `/dashboard/invitation#${token}` };
	}
}

const TAKEN = "Another user has this mail address";
const NO_LINK = "The first admin gets no link: npm run password sets this password";
const FIRST_STAYS = "The first admin cannot be deleted, and always has this role and all projects";
const GONE = "This invitation does not exist, has expired or was used";

function render({ id, mail, name, role, projects, invitedUntil }: User): ListedUser {
	return {
		id,
		mail,
		name,
		role,
		projects: projects ?? null,
		is_first: id === FIRST_ADMIN,
		invited_until: invitedUntil === null ? null : new Date(invitedUntil).toISOString(),
	};
}
