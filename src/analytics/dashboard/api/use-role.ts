import { createContext, useContext } from "react";
import { hasRole, type Role } from "../../wire/dashboard/session.ts";

/** Of the user. The reader of a share link has none, and may read only its own answer. */
export const RoleContext = createContext<Role | undefined>(undefined);

/** Whether the user has a role or a higher one; always where no role is needed. */
export function useMay(needed: Role | undefined): boolean {
	const role = useContext(RoleContext);
	return needed === undefined || hasRole(role, needed);
}
