import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import type { ErasureAnswer, ErasurePreview } from "../../../api-types/persons.ts";
import { pathOf, send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/dialogs/remove-button.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";

export interface EraseDialogProps {
	/** The person's own id, or a distinct id. */
	readonly id: string;
	readonly name: string;
	readonly onClose: () => void;
	readonly onErased: (erased: ErasureAnswer) => void;
}

/** Lists the data to delete, and asks for a word as confirmation. */
export function EraseDialog({ id, name, onClose, onErased }: EraseDialogProps): ReactElement {
	const client = useQueryClient();
	const person = pathOf`/api/v1/persons/${id}`;
	// Never cached, because the user must confirm the present data.
	const preview = useAnswer<ErasurePreview>(`${person}/erasure`, { staleTime: 0 });
	return (
		<ConfirmDialog
			title={`Erase ${name}?`}
			action="Erase"
			word="erase"
			send={async () => {
				onErased(await send<ErasureAnswer>("DELETE", person));
				client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes("persons") });
			}}
			refreshes=""
			onClose={onClose}
		>
			<Answered what="the data to erase" query={preview}>
				{(found) => <Deleted {...found} />}
			</Answered>
		</ConfirmDialog>
	);
}

function Deleted(preview: ErasurePreview): ReactElement {
	const { distinct_ids, events, first_event_at, last_event_at, properties } = preview;
	return (
		<>
			<p>Data to delete permanently:</p>
			<ul>
				<Count count={events} one="event">
					{first_event_at !== null && last_event_at !== null && (
						<>
							, from <Time at={first_event_at} /> to <Time at={last_event_at} />
						</>
					)}
				</Count>
				<Count count={properties.length} one="property" many="properties" names={properties} />
				<Count count={distinct_ids.length} one="ID" />
			</ul>
			<p>
				Groups without another member are deleted too. Totals are recounted without these events.
				Totals of days whose events were deleted by age stay; they do not identify this person.
			</p>
		</>
	);
}

/** Lists the deleted data of a person, and the totals that remain. */
export function ErasedPerson(erased: ErasureAnswer): ReactElement {
	const { events, sessions, distinct_ids, groups, texts, totals } = erased;
	return (
		<>
			<ScreenHeader title="Erased" lead="This person was erased">
				<Link className="tool" to="/people">
					Back to people
				</Link>
			</ScreenHeader>
			<div className="breakdowns">
				<Card title="Deleted">
					<ul>
						<Count count={events} one="event" />
						<Count count={sessions} one="session" />
						<Count count={distinct_ids.length} one="ID" names={distinct_ids} />
						<Count
							count={groups.length}
							one="group"
							names={groups.map(({ type, key }) => `${type} ${key}`)}
						/>
						<Count count={texts} one="text of this person only" many="texts of this person only" />
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
				Other visitors have these values too, or the events were deleted by age. Totals do not
				identify visitors.
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

interface CountProps {
	readonly count: number;
	readonly one: string;
	readonly many?: string;
	readonly names?: readonly string[];
	/** Shown after the words. */
	readonly children?: ReactNode;
}

/** A list item with a count and its noun. */
function Count(props: CountProps): ReactElement {
	const { count, one, many = `${one}s`, names = [], children } = props;
	const shown = names.slice(0, SHOWN_NAMES).map(visibleText);
	const rest = names.length > SHOWN_NAMES ? [`${names.length - SHOWN_NAMES} more`] : [];
	return (
		<li>
			<strong>{formatCount(count)}</strong> {count === 1 ? one : many}
			{names.length > 0 && `: ${[...shown, ...rest].join(", ")}`}
			{children}
		</li>
	);
}

/** A person can have thousands of ids. */
const SHOWN_NAMES = 20;
