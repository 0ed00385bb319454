import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Failure, SkeletonRows } from "./state-notices.tsx";

export interface AnsweredProps<Answer> {
	/** Name of the data, such as `the keys`. */
	readonly what: string;
	readonly query: UseQueryResult<Answer>;
	/** Shown while the request is pending; six lines by default. */
	readonly skeleton?: ReactNode;
	readonly children: (answer: Answer) => ReactNode;
}

/** The three states of a request: pending, failed, answered. */
export function Answered<Answer>({
	what,
	query,
	skeleton = <SkeletonRows count={6} />,
	children,
}: AnsweredProps<Answer>): ReactElement {
	const { data, error, isPending, isPlaceholderData } = query;
	if (error !== null) return <Failure what={what} query={query} />;
	if (isPending) return <>{isCanceled(query) ? undefined : skeleton}</>;
	return (
		<div className={isPlaceholderData ? "answer answer-outdated" : "answer"}>{children(data)}</div>
	);
}

/** @returns Whether no response will arrive, since no request runs; an earlier response may be shown. */
export function isCanceled({
	fetchStatus,
	isPending,
	isPlaceholderData = false,
}: Pick<UseQueryResult, "fetchStatus" | "isPending"> & {
	readonly isPlaceholderData?: boolean;
}): boolean {
	return fetchStatus === "idle" && (isPending || isPlaceholderData);
}
