import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { request } from "../api/request.ts";
import { answerKey, KEEPS_PREVIOUS } from "../api/use-answer.ts";
import { Failure, SkeletonRows } from "./state-notices.tsx";
import { Tool } from "./tool.tsx";

interface Page<Row> {
	readonly results: readonly Row[];
	readonly next_cursor: string | null;
}

const PAGE = 50;

export interface PagedProps<Row> {
	/** Name of the rows, such as `the events`. */
	readonly what: string;
	readonly path: string;
	readonly parameters?: URLSearchParams;
	/** Shown without rows; explains the next step. */
	readonly empty: ReactNode;
	readonly children: (rows: readonly Row[]) => ReactNode;
}

/** Rows of a path, loaded in pages, with a button for more. */
export function Paged<Row>(props: PagedProps<Row>): ReactElement {
	const { what, path, parameters, empty, children } = props;
	const pages = useInfiniteQuery({
		queryKey: [...answerKey(path), "pages", String(parameters ?? "")],
		queryFn: ({ pageParam, signal }) => {
			const query = new URLSearchParams(parameters);
			query.set("limit", String(PAGE));
			if (pageParam !== "") query.set("cursor", pageParam);
			return request<Page<Row>>(`${path}?${query}`, { signal });
		},
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
		...KEEPS_PREVIOUS,
	});
	const { data, isPending, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
	if (isPending) return <SkeletonRows count={8} />;
	if (data === undefined) return <Failure what={what} query={pages} />;
	const rows = data.pages.flatMap(({ results }) => results);
	return (
		<div className={isPlaceholderData ? "answer answer-outdated" : "answer"}>
			{rows.length === 0 && !hasNextPage ? empty : children(rows)}
			{hasNextPage && (
				<Tool look="more" disabled={isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
					{isFetchingNextPage ? "Loading…" : "Load more"}
				</Tool>
			)}
		</div>
	);
}
