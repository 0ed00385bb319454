import { createContext, useContext } from "react";
import { hasRole, type Role } from "../../api-types/session.ts";

/** Role of the user. The reader of a share link has no role, and may read only that link's answer. */
export const RoleContext = createContext<Role | undefined>(undefined);

/** Whether the user has the needed role or a higher one; true if no role is needed. */
export function useMay(needed: Role | undefined): boolean {
	const role = useContext(RoleContext);
	return needed === undefined || hasRole(role, needed);
}
