import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { ErasureAnswer, ErasurePreview } from "../../../wire/dashboard/persons.ts";
import { pathOf, send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { formatTime } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Count } from "./count.tsx";

export interface EraseDialogProps {
	/** The person's own id, or a distinct id. */
	readonly id: string;
	readonly name: string;
	readonly onClose: () => void;
	readonly onErased: (erased: ErasureAnswer) => void;
}

/** Says what will be deleted, and asks for a word before. */
export function EraseDialog({ id, name, onClose, onErased }: EraseDialogProps): ReactElement {
	const client = useQueryClient();
	// What is confirmed must be what is there now.
	const preview = useAnswer<ErasurePreview>(pathOf`/api/v1/persons/${id}/erasure`, {
		staleTime: 0,
	});
	return (
		<ConfirmDialog
			title={`Erase ${name}?`}
			action="Erase"
			word="erase"
			send={async () => {
				onErased(await send<ErasureAnswer>("DELETE", pathOf`/api/v1/persons/${id}`));
				client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes("persons") });
			}}
			refreshes=""
			onClose={onClose}
		>
			<Answered what="the data to erase" query={preview}>
				{(found) => <Deleted preview={found} />}
			</Answered>
		</ConfirmDialog>
	);
}

function Deleted({ preview }: { readonly preview: ErasurePreview }): ReactElement {
	const { timeZone } = useQuestion();
	const { distinct_ids, events, first_event_at, last_event_at, properties } = preview;
	return (
		<>
			<p>This is deleted permanently:</p>
			<ul>
				<Count count={events} one="event" many="events">
					{first_event_at !== null &&
						last_event_at !== null &&
						`, from ${formatTime(first_event_at, timeZone)} to ${formatTime(last_event_at, timeZone)}`}
				</Count>
				<Count count={properties.length} one="property" many="properties" names={properties} />
				<Count count={distinct_ids.length} one="ID" many="IDs" />
			</ul>
			<p>
				Groups without another member are deleted too. Totals are counted without these events; of
				days whose events are gone by age, they stay, and do not say whose visits they count.
			</p>
		</>
	);
}
