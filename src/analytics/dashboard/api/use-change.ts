import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerKey } from "./use-answer.ts";

export interface UseChangeOptions<Answer> {
	/** Everything below this path is fetched again. */
	readonly refreshes?: string | undefined;
	/** Called before anything is fetched again. */
	readonly onDone?: (answer: Answer) => void;
}

/** Sends a change to the service. */
export function useChange<Body = void, Answer = unknown>(
	send: (body: Body) => Promise<Answer>,
	{ refreshes, onDone }: UseChangeOptions<Answer> = {},
): UseMutationResult<Answer, Error, Body> {
	const client = useQueryClient();
	return useMutation({
		mutationFn: send,
		onSuccess: (answer) => {
			onDone?.(answer);
			if (refreshes === undefined) return undefined;
			return client.invalidateQueries({ queryKey: answerKey(refreshes) });
		},
	});
}
