import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { answerKey } from "../api/use-answer.ts";
import { Tool } from "./tool.tsx";

/** Most answers are there by then. */
const LONG_MS = 1_500;

export interface LongReadingProps {
	/** What is asked for, or what all of it is below. */
	readonly paths: readonly string[];
	readonly queries: readonly Pick<
		UseQueryResult,
		"fetchStatus" | "isPending" | "isPlaceholderData"
	>[];
}

/** While answers take long: says so, and offers to cancel, which frees the service as well. */
export function LongReading({ paths, queries }: LongReadingProps): ReactElement | undefined {
	const client = useQueryClient();
	const isReading = queries.some(({ fetchStatus }) => fetchStatus === "fetching");
	const isLong = useIsLong(isReading, paths.join("\n"));
	if (isReading && isLong) {
		return (
			<div className="long-reading" role="status">
				<progress aria-label="Reading events" />
				<p>Reading events. A long range takes some seconds.</p>
				<Tool
					onClick={() => {
						for (const path of paths) void client.cancelQueries({ queryKey: answerKey(path) });
					}}
				>
					Cancel
				</Tool>
			</div>
		);
	}
	if (isReading || !queries.some(isCanceled)) return undefined;
	return (
		<div className="long-reading">
			<p>Canceled.</p>
			<Tool
				onClick={() => {
					for (const path of paths) {
						void client.refetchQueries({
							queryKey: answerKey(path),
							type: "active",
							predicate: ({ state }) => state.data === undefined,
						});
					}
				}}
			>
				Try again
			</Tool>
		</div>
	);
}

/** @returns Whether there is no answer, and none will come; the one to an earlier question may be shown. */
export function isCanceled({
	fetchStatus,
	isPending,
	isPlaceholderData,
}: LongReadingProps["queries"][number]): boolean {
	return fetchStatus === "idle" && (isPending || isPlaceholderData);
}

/** @param paths Of others, the time counts anew. */
function useIsLong(isReading: boolean, paths: string): boolean {
	const [longPaths, setLongPaths] = useState<string>();
	useEffect(() => {
		if (!isReading) return undefined;
		const timer = setTimeout(() => setLongPaths(paths), LONG_MS);
		return () => {
			clearTimeout(timer);
			setLongPaths(undefined);
		};
	}, [isReading, paths]);
	return longPaths === paths;
}
