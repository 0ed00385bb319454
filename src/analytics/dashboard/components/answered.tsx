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
	const { data, error, fetchStatus, isPending, isPlaceholderData } = query;
	if (error !== null) {
		return <Failure what={what} error={error} onRetry={() => void query.refetch()} />;
	}
	// Of a question that was canceled, no answer will come.
	if (isPending) return <>{fetchStatus === "idle" ? undefined : skeleton}</>;
	return (
		<div className={isPlaceholderData ? "answer answer-outdated" : "answer"}>{children(data)}</div>
	);
}
