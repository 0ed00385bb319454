import type { User } from "../../shared/page/user.ts";
import type { AccessRules, Requirements } from "./access-rules.ts";

/** All that decides which pages a visitor may read: visitors of one audience get the same pages. */
export interface Audience {
	readonly isSignedIn: boolean;
	/** Of the groups that rules name. */
	readonly groups: ReadonlySet<string>;
	/** The same for the same audience. */
	readonly key: string;
}

/** Visitors who have not signed in. */
export const OUTSIDERS: Audience = { isSignedIn: false, groups: new Set(), key: "" };

export function audienceOf(user: User | undefined, { isEmpty, groups }: AccessRules): Audience {
	if (user === undefined || isEmpty) return OUTSIDERS;
	const own = [...new Set(user.groups)].filter((group) => groups.has(group)).toSorted();
	return { isSignedIn: true, groups: new Set(own), key: JSON.stringify(own) };
}

/** Whether an audience may read what has these requirements. */
export function mayRead(requirements: Requirements, { isSignedIn, groups }: Audience): boolean {
	return requirements.every((access) => {
		if (access === "public") return true;
		if (access === "signed-in") return isSignedIn;
		return access.some((group) => groups.has(group));
	});
}
