import {
	keepPreviousData,
	type QueryClient,
	type UseQueryOptions,
	type UseQueryResult,
	useQuery,
} from "@tanstack/react-query";
import type { Listed } from "../../api-types/answer-of.ts";
import type { ListedProject } from "../../api-types/projects.ts";
import type { QuestionInput } from "../../api-types/question.ts";
import type { SessionState } from "../../api-types/session.ts";
import { useQuestion } from "../state/use-question.ts";
import { request } from "./request.ts";

/** Shows the previous response until the next one arrives. */
export const KEEPS_PREVIOUS = { placeholderData: keepPreviousData } as const;

/** Fetches a path of the service. */
export function useAnswer<Answer>(
	path: string,
	options: Omit<UseQueryOptions<Answer>, "queryKey" | "queryFn"> = {},
): UseQueryResult<Answer> {
	return useQuery<Answer>({ ...answerOptions<Answer>(path), ...options });
}

/** Fetches a report, such as `/api/v1/problems`, for the range and the time zone in the URL. */
export function useReport<Answer>(report: string, further: Readonly<Record<string, string>> = {}) {
	const path = `${report}?${new URLSearchParams({ ...useQuestion().asked, ...further })}`;
	return useAnswer<Answer>(path, KEEPS_PREVIOUS);
}

/** Query options for several parallel requests. */
export function answerOptions<Answer>(path: string) {
	return {
		queryKey: answerKey(path),
		queryFn: ({ signal }: { readonly signal: AbortSignal }) => request<Answer>(path, { signal }),
	};
}

/** Path of the request for a question. */
export function questionPath(question: QuestionInput): string {
	return `/api/v1/query?${new URLSearchParams({ question: JSON.stringify(question) })}`;
}

/** Cache key of a path. Paths below another path share its key prefix and are refreshed together. */
export function answerKey(path: string): readonly string[] {
	return path.split(/[/?]/);
}

export const SESSION_PATH = "/api/session";

export function useSession(): UseQueryResult<SessionState> {
	return useAnswer<SessionState>(SESSION_PATH, { staleTime: Number.POSITIVE_INFINITY });
}

/** Shows the sign-in form instead of the screens. */
export function endSession(client: QueryClient): void {
	client.setQueryData<SessionState>(
		answerKey(SESSION_PATH),
		(known) => known && { ...known, signed_in: false },
	);
}

export const PROJECTS = "/api/v1/projects";

/** @returns An empty list until the response arrives. */
export function useProjects(): readonly ListedProject[] {
	return useAnswer<Listed<ListedProject>>(PROJECTS).data?.results ?? [];
}
