import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { answerKey } from "../api/use-answer.ts";

/** Most answers are there by then. */
const LONG_MS = 1_500;

export interface LongReadingProps {
	/** What is asked for. */
	readonly path: string;
	readonly query: Pick<UseQueryResult, "fetchStatus" | "data" | "refetch">;
}

/** While an answer takes long: says so, and offers to cancel, which frees the service as well. */
export function LongReading({ path, query }: LongReadingProps): ReactElement | undefined {
	const client = useQueryClient();
	const isReading = query.fetchStatus === "fetching";
	const isLong = useIsLong(isReading, path);
	if (isReading && isLong) {
		return (
			<div className="long-reading" role="status">
				<progress aria-label="Reading events" />
				<p>Reading events. A long range takes some seconds.</p>
				<button
					type="button"
					className="tool"
					onClick={() => void client.cancelQueries({ queryKey: answerKey(path) })}
				>
					Cancel
				</button>
			</div>
		);
	}
	if (isReading || query.data !== undefined || query.fetchStatus !== "idle") return undefined;
	return (
		<div className="long-reading">
			<p>Canceled.</p>
			<button type="button" className="tool" onClick={() => void query.refetch()}>
				Try again
			</button>
		</div>
	);
}

/** @param path Of each, the time counts anew. */
function useIsLong(isReading: boolean, path: string): boolean {
	const [longPath, setLongPath] = useState<string>();
	useEffect(() => {
		if (!isReading) return undefined;
		const timer = setTimeout(() => setLongPath(path), LONG_MS);
		return () => {
			clearTimeout(timer);
			setLongPath(undefined);
		};
	}, [isReading, path]);
	return longPath === path;
}
