import { type ReactElement, useState } from "react";
import { Link, useParams } from "react-router";
import type { DashboardPerson, ErasureAnswer } from "../../../api-types/persons.ts";
import { isUuid } from "../../../protocol/is-uuid.ts";
import { isMissing, pathOf } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { EventPages } from "../../components/events/event-pages.tsx";
import { Facts } from "../../components/facts.tsx";
import { FoldedList } from "../../components/folded-list.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { PropertyTable } from "../../components/tables/property-table.tsx";
import { Time } from "../../components/time.tsx";
import { Tool } from "../../components/tool.tsx";
import { visibleText } from "../../format/visible-text.ts";
import { EraseDialog, ErasedPerson } from "./erasure.tsx";
import { nameOf } from "./name-of.ts";

/** A person with properties, ids and events. */
export function OnePerson(): ReactElement {
	const { id = "" } = useParams();
	const [isErasing, setIsErasing] = useState(false);
	const [erased, setErased] = useState<ErasureAnswer>();
	const person = useAnswer<DashboardPerson>(pathOf`/api/v1/persons/${id}`);
	const title = person.data === undefined ? visibleText(id) : nameOf(person.data);
	if (erased !== undefined) return <ErasedPerson {...erased} />;
	return (
		<>
			<ScreenHeader title={title}>
				<Link className="tool" to="/people">
					All people
				</Link>
				<Tool needs="admin" look="danger" onClick={() => setIsErasing(true)} icon="bin">
					Erase
				</Tool>
			</ScreenHeader>
			{isMissing(person.error) ? (
				<p className="hint">
					No person is stored under this ID. Visitors who were never identified have only events.
				</p>
			) : (
				<Answered what="the person" query={person}>
					{(found) => <PersonCards person={found} />}
				</Answered>
			)}
			<Card title="Events">
				<EventPages
					caption="Events of this person, the newest first"
					parameters={new URLSearchParams({ person: id })}
					hasPerson={false}
				/>
			</Card>
			{isErasing && (
				<EraseDialog
					id={id}
					name={title}
					onClose={() => setIsErasing(false)}
					onErased={setErased}
				/>
			)}
		</>
	);
}

function PersonCards({ person }: { readonly person: DashboardPerson }): ReactElement {
	const { created_at, is_identified, distinct_ids, properties } = person;
	// A client without storage creates a UUID at each load, so ids that an app chose are first.
	const ordered = distinct_ids.toSorted((a, b) => Number(isUuid(a)) - Number(isUuid(b)));
	return (
		<div className="breakdowns">
			<Card title="Properties">
				<PropertyTable caption="Properties of the person" properties={properties} />
			</Card>
			<Card title="IDs">
				<Facts
					facts={{
						"First seen": <Time at={created_at} />,
						Identified: is_identified ? "Yes" : "No",
					}}
				/>
				<FoldedList className="plain-list ids" shown={SHOWN_IDS}>
					{ordered.map((id) => (
						<li key={id}>{visibleText(id)}</li>
					))}
				</FoldedList>
			</Card>
		</div>
	);
}

/** More ids would push the person's events out of view. */
const SHOWN_IDS = 8;
