import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { RefusedError } from "./request.ts";
import { endSession } from "./use-answer.ts";

/** Answers are kept for the time that going back and forth between screens takes. */
const FRESH_MS = 20_000;

/** Asks again where that can help: not where the service has said that it will not. */
export function createQueryClient(): QueryClient {
	const client: QueryClient = new QueryClient({
		queryCache: new QueryCache({ onError: forgetSession }),
		mutationCache: new MutationCache({ onError: forgetSession }),
		defaultOptions: {
			queries: {
				staleTime: FRESH_MS,
				refetchOnWindowFocus: false,
				retry: (failures, error) => failures < 2 && !(error instanceof RefusedError),
			},
		},
	});
	/** A session can end while the dashboard is open. */
	function forgetSession(error: Error): void {
		if (!(error instanceof RefusedError) || error.status !== 401) return;
		endSession(client);
	}
	return client;
}
