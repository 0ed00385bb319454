import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { SessionState } from "../../wire/dashboard/session.ts";
import { request } from "./request.ts";

export const SESSION_KEY = ["session"] as const;

export function useSession(): UseQueryResult<SessionState> {
	return useQuery({
		queryKey: SESSION_KEY,
		queryFn: ({ signal }) => request<SessionState>("/api/session", { signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});
}
