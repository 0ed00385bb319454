import {
	type InfiniteData,
	type UseInfiniteQueryResult,
	useInfiniteQuery,
} from "@tanstack/react-query";
import type { EventsAnswer } from "../../../wire/dashboard/events.ts";
import { request } from "../../api/request.ts";
import { answerKey } from "../../api/use-answer.ts";

const PAGE = 50;

export type EventPagesQuery = UseInfiniteQueryResult<InfiniteData<EventsAnswer>>;

/** Events, a page at a time. */
export function useEventPages(parameters: URLSearchParams): EventPagesQuery {
	return useInfiniteQuery({
		queryKey: [...answerKey("/api/v1/events"), "pages", parameters.toString()],
		queryFn: ({ pageParam, signal }) => {
			const query = new URLSearchParams(parameters);
			query.set("limit", String(PAGE));
			if (pageParam !== "") query.set("cursor", pageParam);
			return request<EventsAnswer>(`/api/v1/events?${query}`, { signal });
		},
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
	});
}
