import type { ReactElement } from "react";
import type { HistoryAnswer } from "../../../api-types/flags.ts";
import { isMissing, pathOf } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../../components/answered.tsx";
import { Danger, Empty } from "../../components/state-notices.tsx";
import { Time } from "../../components/time.tsx";
import { Tool } from "../../components/tool.tsx";
import { compareVersions } from "./condition-sentence.ts";
import { FLAGS, type RawDefinition, saveFlag } from "./flag-definition.ts";

/** Each version with its changes, and a button that restores it. */
export function FlagHistory({ flagKey }: { readonly flagKey: string }): ReactElement {
	const history = useAnswer<HistoryAnswer>(pathOf`/api/v1/flags/${flagKey}/history`);
	const restore = useChange((definition: RawDefinition) => saveFlag(flagKey, definition), {
		refreshes: FLAGS,
	});
	if (isMissing(history.error)) return <Empty title="No history" />;
	return (
		<Answered what="the history" query={history}>
			{({ results }) => (
				<>
					<Danger error={restore.error} />
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
										<time dateTime={changed_at}>
											<Time at={changed_at} />
										</time>
										{index > 0 && definition !== null && (
											<Tool
												needs="editor"
												disabled={restore.isPending}
												onClick={() => restore.mutate(definition)}
												of={`version ${version}`}
											>
												Restore
											</Tool>
										)}
									</div>
									<ul className="differences">
										{definition === null && <li>Deleted</li>}
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
											<li>Saved without changes to targeting</li>
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
