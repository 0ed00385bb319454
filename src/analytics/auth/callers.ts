import type { FastifyRequest } from "fastify";
import type { SignIn } from "../../platform/sign-in/sign-in.ts";
import { hasRole, ROLES, type Role } from "../api-types/session.ts";
import { bearerKey } from "../http/bearer-key.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { User } from "../store/settings/users.ts";
import type { Sessions } from "./sessions.ts";

/** Sender of a request to the API. */
export interface Caller {
	/** `undefined` for the key of the environment, and for users of the identity provider. */
	readonly user: User | undefined;
	/** Name in the record of changes. */
	readonly name: string;
	readonly role: Role;
	/** Ids of the permitted projects; `undefined` for all projects. */
	readonly projects: readonly string[] | undefined;
	/** Whether the caller is a signed-in browser, not a script with a key. */
	readonly isBrowser: boolean;
}

/** An identity provider, or a proxy that asks one. */
export interface Provider extends Pick<SignIn, "userOf" | "renew" | "signInUrl" | "routes"> {
	/** Groups of the identity provider, each with the role of its members. */
	readonly roleGroups: readonly { readonly group: string; readonly role: Role }[];
}

export interface CallersOptions {
	readonly access: Pick<AnalyticsStore, "users" | "apiKeys">;
	readonly sessions: Pick<Sessions, "find">;
	/** If absent, the dashboard has only its own users. */
	readonly provider: Provider | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

export type Callers = ReturnType<typeof createCallers>;

/** Finds callers by a personal API key, the session of a browser, or the identity provider. */
export function createCallers(options: CallersOptions) {
	const { sessions, provider, now } = options;
	const { users, apiKeys } = options.access;
	return {
		/** @returns `undefined` for an outsider. */
		find: (request: FastifyRequest): Caller | undefined => {
			const key = bearerKey(request);
			return (
				(key === undefined ? undefined : withKey(key)) ??
				withSession(request) ??
				withGroups(request)
			);
		},
		/** Asks the identity provider again, if the sign-in is due. @returns The visitor's new cookie. */
		renew: ({ raw }: FastifyRequest): Promise<string | undefined> | undefined =>
			provider?.renew?.(raw),
		withKey,
	};

	function withSession(request: FastifyRequest): Caller | undefined {
		const id = sessions.find(request);
		const user = id === undefined ? undefined : users.get(id);
		return user && callerOf(user);
	}

	/** A caller with several groups has their highest role. */
	function withGroups({ raw }: FastifyRequest): Caller | undefined {
		const visitor = provider?.userOf(raw);
		const given = provider?.roleGroups.filter(({ group }) => visitor?.groups.includes(group));
		const role = ROLES.findLast((one) => given?.some((pair) => pair.role === one));
		if (visitor === undefined || role === undefined) return undefined;
		const { id, name = id, mail = "" } = visitor;
		return {
			user: undefined,
			name: nameOf({ name, mail }),
			role,
			projects: undefined,
			isBrowser: true,
		};
	}

	/** @returns `undefined` for an unknown or expired key. */
	function withKey(text: string): Caller | undefined {
		const key = apiKeys.find(text);
		if (key === undefined || (key.expiresAt !== null && key.expiresAt <= now())) return undefined;
		apiKeys.used(key, now());
		const user = key.user === null ? undefined : users.get(key.user);
		const limit = key.project === null ? undefined : [key.project];
		return {
			user,
			name: user === undefined ? key.name : `${nameOf(user)}, key ${key.name}`,
			// A key has at most the present role of its user.
			role: user === undefined || hasRole(user.role, key.role) ? key.role : user.role,
			projects: limit?.filter((id) => user?.projects?.includes(id) ?? true) ?? user?.projects,
			isBrowser: false,
		};
	}
}

export function callerOf(user: User): Caller {
	const { role, projects } = user;
	return { user, name: nameOf(user), role, projects, isBrowser: true };
}

/** @returns Whether a caller may use a project. @param project Id. */
export function mayUse({ projects }: Pick<Caller, "projects">, project: string): boolean {
	return projects?.includes(project) ?? true;
}

function nameOf({ name, mail }: Pick<User, "name" | "mail">): string {
	return mail === "" ? name : `${name} (${mail})`;
}
