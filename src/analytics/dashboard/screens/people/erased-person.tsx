import type { ReactElement } from "react";
import { Link } from "react-router";
import type { ErasureAnswer } from "../../../wire/dashboard/persons.ts";
import { Card } from "../../components/card.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { visibleText } from "../../format/visible-text.ts";
import { Count } from "./count.tsx";

/** What was deleted with a person, and what stays as totals. */
export function ErasedPerson({ erased }: { readonly erased: ErasureAnswer }): ReactElement {
	const { events, sessions, distinct_ids, groups, texts, totals } = erased;
	return (
		<>
			<ScreenHeader title="Erased" lead="This person was erased">
				<div className="question-bar">
					<Link className="tool" to="/people">
						Back to people
					</Link>
				</div>
			</ScreenHeader>
			<div className="breakdowns">
				<Card title="Deleted">
					<ul>
						<Count count={events} one="event" many="events" />
						<Count count={sessions} one="session" many="sessions" />
						<Count count={distinct_ids.length} one="ID" many="IDs" names={distinct_ids} />
						<Count
							count={groups.length}
							one="group"
							many="groups"
							names={groups.map(({ type, key }) => `${type} ${key}`)}
						/>
						<Count count={texts} one="name used by no one else" many="names used by no one else" />
					</ul>
				</Card>
				<Card title="Kept as totals">
					{totals.length === 0 ? <p>Nothing.</p> : <KeptTotals totals={totals} />}
				</Card>
			</div>
		</>
	);
}

function KeptTotals({ totals }: Pick<ErasureAnswer, "totals">): ReactElement {
	const byDimension = Map.groupBy(totals, ({ dimension }) => dimension);
	return (
		<>
			<p className="hint">
				Others are counted under these too, or their events are gone by age. They say how many,
				never who.
			</p>
			<ul>
				{[...byDimension].map(([dimension, kept]) => (
					<li key={dimension}>
						{dimension.replaceAll("_", " ")}:{" "}
						{kept.map(({ value }) => visibleText(value)).join(", ")}
					</li>
				))}
			</ul>
		</>
	);
}
