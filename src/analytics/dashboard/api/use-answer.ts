import {
	keepPreviousData,
	type QueryClient,
	type UseQueryOptions,
	type UseQueryResult,
	useQuery,
} from "@tanstack/react-query";
import type { Listed } from "../../wire/dashboard/answer-of.ts";
import type { ListedProject } from "../../wire/dashboard/projects.ts";
import type { QuestionInput } from "../../wire/dashboard/question.ts";
import type { SessionState } from "../../wire/dashboard/session.ts";
import { useQuestion } from "../state/use-question.ts";
import { request } from "./request.ts";

/** The answer to the last question stays until the next one has come. */
export const KEEPS_PREVIOUS = { placeholderData: keepPreviousData } as const;

/** Asks the service for what is at a path. */
export function useAnswer<Answer>(
	path: string,
	options: Omit<UseQueryOptions<Answer>, "queryKey" | "queryFn"> = {},
): UseQueryResult<Answer> {
	return useQuery<Answer>({ ...answerOptions<Answer>(path), ...options });
}

/** Asks for what is at a path, such as `/api/v1/problems`, of the range that the address names. */
export function useReport<Answer>(report: string, further: Readonly<Record<string, string>> = {}) {
	const path = `${report}?${new URLSearchParams({ ...useQuestion().asked, ...further })}`;
	return useAnswer<Answer>(path, KEEPS_PREVIOUS);
}

/** For several answers at once. */
export function answerOptions<Answer>(path: string) {
	return {
		queryKey: answerKey(path),
		queryFn: ({ signal }: { readonly signal: AbortSignal }) => request<Answer>(path, { signal }),
	};
}

/** The path at which the service answers a question. */
export function questionPath(question: QuestionInput): string {
	return `/api/v1/query?${new URLSearchParams({ question: JSON.stringify(question) })}`;
}

/** Answers below a path have the beginning of their keys in common, and are refreshed together. */
export function answerKey(path: string): readonly string[] {
	return path.split(/[/?]/);
}

export const SESSION_PATH = "/api/session";

export function useSession(): UseQueryResult<SessionState> {
	return useAnswer<SessionState>(SESSION_PATH, { staleTime: Number.POSITIVE_INFINITY });
}

/** Shows the sign-in in place of the screens. */
export function endSession(client: QueryClient): void {
	client.setQueryData<SessionState>(
		answerKey(SESSION_PATH),
		(known) => known && { ...known, signed_in: false },
	);
}

export const PROJECTS = "/api/v1/projects";

/** @returns An empty list until the service has answered. */
export function useProjects(): readonly ListedProject[] {
	return useAnswer<Listed<ListedProject>>(PROJECTS).data?.results ?? [];
}
