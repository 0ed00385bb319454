import type { ReactElement } from "react";
import * as z from "zod";
import type { Listed } from "../../../api-types/answer-of.ts";
import type { Segment } from "../../../api-types/question.ts";
import { pathOf, send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import type { Saved } from "../../api/use-saved.ts";
import { conditionsOf, filtersOf } from "../../state/filters.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Answered } from "../answered.tsx";
import { RemoveButton } from "../dialogs/remove-button.tsx";
import { Form } from "../form.tsx";
import { Menu } from "../menu.tsx";

const SEGMENTS = "/api/v1/segments";

/** Saved filters: the user replaces the present filters by a segment, or saves them as a segment. */
export function SegmentMenu(): ReactElement {
	return (
		<Menu icon="people" name="Filters" label="Segments">
			{(close) => <SegmentPanel onChosen={close} />}
		</Menu>
	);
}

function SegmentPanel({ onChosen }: { readonly onChosen: () => void }): ReactElement {
	const query = useAnswer<Listed<Saved<Segment>>>(SEGMENTS);
	const { question, change } = useQuestion();
	const { filters: present, match } = question;
	return (
		<>
			<Answered what="the segments" query={query}>
				{({ results }) =>
					results.length === 0 ? (
						<p className="hint">No segments yet: add a filter, then save it here.</p>
					) : (
						<ul className="menu-list segment-list">
							{results.map(({ key, definition }) => {
								const filters = filtersOf(definition.filters);
								return (
									<li key={key}>
										<button
											type="button"
											disabled={filters === undefined}
											onClick={() => {
												change({ filters: filters ?? [], match: definition.filters.match });
												onChosen();
											}}
										>
											{definition.name}
											{filters === undefined && <small> (API only)</small>}
										</button>
										<RemoveButton
											name={definition.name}
											warning="Only the segment is deleted. Its events stay."
											path={pathOf`/api/v1/segments/${key}`}
											refreshes={SEGMENTS}
										/>
									</li>
								);
							})}
						</ul>
					)
				}
			</Answered>
			{present.length > 0 && (
				<Form
					needs="editor"
					schema={newSegment}
					submit="Save segment"
					look="menu"
					refreshes={SEGMENTS}
					send={({ name }) =>
						send("POST", SEGMENTS, { name, filters: conditionsOf(present, match) })
					}
					onDone={onChosen}
				/>
			)}
		</>
	);
}

const newSegment = z.object({ name: z.string().max(100).meta({ title: "Save filters as" }) });
