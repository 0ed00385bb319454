import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { HistoryAnswer } from "../../../wire/dashboard/flags.ts";
import { pathOf, RefusedError, request } from "../../api/request.ts";
import { Answered } from "../../components/answered.tsx";
import { Empty, Problems } from "../../components/state-notices.tsx";
import { formatTime } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";
import { compareVersions } from "./compare-versions.ts";

/** Each version with what it changed; any of them can be brought back. */
export function FlagHistory({ flagKey }: { readonly flagKey: string }): ReactElement {
	const client = useQueryClient();
	const { timeZone } = useQuestion();
	const history = useQuery({
		queryKey: ["flags", "history", flagKey],
		queryFn: ({ signal }) =>
			request<HistoryAnswer>(pathOf`/api/v1/flags/${flagKey}/history`, { signal }),
	});
	const restore = useMutation({
		mutationFn: (body: { readonly version: number }) =>
			request(pathOf`/api/v1/flags/${flagKey}/restore`, { method: "POST", body }),
		onSuccess: () => client.invalidateQueries({ queryKey: ["flags"] }),
	});
	if (history.error instanceof RefusedError && history.error.status === 404) {
		return <Empty title="There never was one" />;
	}
	return (
		<Answered what="the history" query={history}>
			{({ results }) => (
				<>
					{restore.error !== null && (
						<div className="notice notice-danger" role="alert">
							<Problems error={restore.error} />
						</div>
					)}
					<ol className="history">
						{results.map(({ version, changed_at, definition }, index) => {
							const { added, removed } = compareVersions(
								results[index + 1]?.definition ?? null,
								definition,
							);
							return (
								<li key={version}>
									<div className="history-head">
										<strong>Version {version}</strong>
										<time dateTime={changed_at}>{formatTime(changed_at, timeZone)}</time>
										{index > 0 && definition !== null && (
											<button
												type="button"
												className="tool"
												disabled={restore.isPending}
												onClick={() => restore.mutate({ version })}
											>
												Bring back<span className="visually-hidden"> version {version}</span>
											</button>
										)}
									</div>
									<ul className="differences">
										{definition === null && <li>It was deleted</li>}
										{removed.map((sentence) => (
											<li key={sentence} className="removed">
												<span className="visually-hidden">No longer: </span>
												<del>{sentence}</del>
											</li>
										))}
										{added.map((sentence) => (
											<li key={sentence} className="added">
												<span className="visually-hidden">Now: </span>
												{sentence}
											</li>
										))}
										{definition !== null && added.length + removed.length === 0 && (
											<li>Saved without a change of who gets it</li>
										)}
									</ul>
								</li>
							);
						})}
					</ol>
				</>
			)}
		</Answered>
	);
}
