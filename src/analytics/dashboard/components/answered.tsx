import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Failure, SkeletonRows } from "./state-notices.tsx";

export interface AnsweredProps<Answer> {
	/** Such as `the keys`. */
	readonly what: string;
	readonly query: UseQueryResult<Answer>;
	/** Shown while there is no answer yet; lines unless told. */
	readonly skeleton?: ReactNode;
	readonly children: (answer: Answer) => ReactNode;
}

/** The three states of a question: pending, failed, answered. */
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

/** @returns Whether there is no answer, and none will come; the one to an earlier question may be shown. */
export function isCanceled({
	fetchStatus,
	isPending,
	isPlaceholderData = false,
}: Pick<UseQueryResult, "fetchStatus" | "isPending"> & {
	readonly isPlaceholderData?: boolean;
}): boolean {
	return fetchStatus === "idle" && (isPending || isPlaceholderData);
}
