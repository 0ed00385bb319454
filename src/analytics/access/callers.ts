import type { FastifyRequest } from "fastify";
import { bearerKey } from "../http/bearer-key.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { User } from "../store/settings/users.ts";
import { hasRole, type Role } from "../wire/dashboard/session.ts";
import type { Sessions } from "./sessions.ts";

/** Who sends a request to the API. */
export interface Caller {
	/** `undefined` for the key of the environment. */
	readonly user: User | undefined;
	/** In the record of changes. */
	readonly name: string;
	readonly role: Role;
	/** Ids; `undefined` for all projects. */
	readonly projects: readonly string[] | undefined;
	/** When the session ends at the latest; `undefined` for a key. */
	readonly sessionEndsAt: number | undefined;
}

export interface CallersOptions {
	readonly access: Pick<AnalyticsStore, "users" | "apiKeys">;
	readonly sessions: Pick<Sessions, "find">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

export type Callers = ReturnType<typeof createCallers>;

/** Knows callers by a personal API key, or by the session of a browser. */
export function createCallers({ access: { users, apiKeys }, sessions, now }: CallersOptions) {
	return {
		/** @returns `undefined` for an outsider. */
		find: (request: FastifyRequest): Caller | undefined => {
			const key = bearerKey(request);
			return (key === undefined ? undefined : withKey(key)) ?? withSession(request);
		},
		withKey,
	};

	function withSession(request: FastifyRequest): Caller | undefined {
		const session = sessions.find(request);
		const user = session && users.get(session.user);
		return user && callerOf(user, session.endsAt);
	}

	/** @returns `undefined` for an unknown key, and for one that has ended. */
	function withKey(text: string): Caller | undefined {
		const key = apiKeys.find(text);
		if (key === undefined || (key.expiresAt !== null && key.expiresAt <= now())) return undefined;
		apiKeys.used(key, now());
		const user = key.user === null ? undefined : users.get(key.user);
		const limit = key.project === null ? undefined : [key.project];
		return {
			user,
			name: user === undefined ? key.name : `${nameOf(user)}, key ${key.name}`,
			// The role of the user may have changed since.
			role: user === undefined || hasRole(user.role, key.role) ? key.role : user.role,
			projects: limit?.filter((id) => user?.projects?.includes(id) ?? true) ?? user?.projects,
			sessionEndsAt: undefined,
		};
	}
}

export function callerOf(user: User, sessionEndsAt: number): Caller {
	const { role, projects } = user;
	return { user, name: nameOf(user), role, projects, sessionEndsAt };
}

/** @returns Whether a caller may ask for a project. @param project Id. */
export function mayUse({ projects }: Pick<Caller, "projects">, project: string): boolean {
	return projects?.includes(project) ?? true;
}

function nameOf({ name, mail }: User): string {
	return mail === "" ? name : `${name} (${mail})`;
}
