import {
	keepPreviousData,
	type QueryClient,
	type UseQueryResult,
	useQuery,
} from "@tanstack/react-query";
import type { Listed } from "../../wire/dashboard/answer-of.ts";
import type { ListedProject } from "../../wire/dashboard/projects.ts";
import type { QuestionInput } from "../../wire/dashboard/question.ts";
import type { SessionState } from "../../wire/dashboard/session.ts";
import { request } from "./request.ts";

export interface UseAnswerOptions<Answer> {
	/** The answer to the last question stays until the next one has come. */
	readonly keepsPrevious?: true;
	readonly isEnabled?: boolean;
	readonly staleTime?: number;
	/** Asks again after so many milliseconds; `false`: not any more. */
	readonly pollMs?: (answer: Answer | undefined) => number | false;
}

/** Asks the service for what is at a path. */
export function useAnswer<Answer>(
	path: string,
	options: UseAnswerOptions<Answer> = {},
): UseQueryResult<Answer> {
	const { keepsPrevious, isEnabled = true, staleTime, pollMs } = options;
	return useQuery<Answer>({
		...answerOptions<Answer>(path),
		enabled: isEnabled,
		...(keepsPrevious === true ? { placeholderData: keepPreviousData } : {}),
		...(staleTime === undefined ? {} : { staleTime }),
		...(pollMs === undefined ? {} : { refetchInterval: ({ state }) => pollMs(state.data) }),
	});
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

export function useProjects(): UseQueryResult<Listed<ListedProject>> {
	return useAnswer<Listed<ListedProject>>(PROJECTS);
}
