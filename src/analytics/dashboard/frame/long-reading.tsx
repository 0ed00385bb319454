import { type QueryFilters, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { isCanceled } from "../components/answered.tsx";
import { Tool } from "../components/tool.tsx";

/** Most requests finish within this time. */
const LONG_MS = 1_500;

/** Active queries without data, whose requests were canceled. */
const CANCELED: QueryFilters = {
	type: "active",
	predicate: ({ state }) => isCanceled({ ...state, isPending: state.status === "pending" }),
};

/** A notice during long requests, with a button that cancels them and their work in the service. */
export function LongReading(): ReactElement | null {
	const client = useQueryClient();
	const isReading = useIsFetching() > 0;
	const [isLong, setIsLong] = useState(false);
	useEffect(() => {
		if (!isReading) return undefined;
		const timer = setTimeout(() => setIsLong(true), LONG_MS);
		return () => {
			clearTimeout(timer);
			setIsLong(false);
		};
	}, [isReading]);
	if (isReading && isLong) {
		return (
			<div className="long-reading" role="status">
				<progress aria-label="Reading events" />
				<p>Reading events. A long range takes some seconds.</p>
				<Tool onClick={() => void client.cancelQueries({ fetchStatus: "fetching" })}>Cancel</Tool>
			</div>
		);
	}
	if (isReading || client.getQueryCache().findAll(CANCELED).length === 0) return null;
	return (
		<div className="long-reading">
			<p>Canceled.</p>
			<Tool onClick={() => void client.refetchQueries(CANCELED)}>Try again</Tool>
		</div>
	);
}
