import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useId, useState } from "react";
import type { ErasurePreview } from "../../../wire/dashboard/persons.ts";
import { pathOf, request } from "../../api/request.ts";
import { Answered } from "../../components/answered.tsx";
import { Modal } from "../../components/modal.tsx";
import { Problems } from "../../components/state-notices.tsx";
import { formatFigure } from "../../format/numbers.ts";
import { formatTime } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";

export interface EraseDialogProps {
	/** The person's own id, or a distinct id. */
	readonly id: string;
	readonly name: string;
	readonly onClose: () => void;
	readonly onErased: () => void;
}

/** Says what would go, and asks for a word before it goes. */
export function EraseDialog({ id, name, onClose, onErased }: EraseDialogProps): ReactElement {
	const client = useQueryClient();
	const input = useId();
	const [word, setWord] = useState("");
	const preview = useQuery({
		queryKey: ["erasure", id],
		queryFn: ({ signal }) =>
			request<ErasurePreview>(pathOf`/api/v1/persons/${id}/erasure`, { signal }),
		// What is confirmed must be what is there now.
		staleTime: 0,
	});
	const { mutate, error, isPending } = useMutation({
		mutationFn: () => request(pathOf`/api/v1/persons/${id}`, { method: "DELETE" }),
		onSuccess: () => {
			onErased();
			client.removeQueries({ queryKey: ["person"] });
			return client.invalidateQueries();
		},
	});
	return (
		<Modal title={`Erase ${name}?`} onClose={onClose}>
			<Answered what="what would go" query={preview}>
				{(found) => (
					<form
						onSubmit={(event) => {
							event.preventDefault();
							mutate();
						}}
					>
						<WhatGoes preview={found} />
						<div className="field">
							<label htmlFor={input}>
								Type <strong>{CONFIRMATION}</strong> to confirm
							</label>
							<input
								id={input}
								autoComplete="off"
								value={word}
								onChange={({ target }) => setWord(target.value)}
							/>
						</div>
						{error !== null && (
							<div className="form-problem" role="alert">
								<Problems error={error} />
							</div>
						)}
						<div className="buttons">
							<button
								type="submit"
								className="button button-danger"
								disabled={word.trim().toLowerCase() !== CONFIRMATION || isPending}
							>
								{isPending ? "Erasing …" : "Erase for good"}
							</button>
							<button type="button" className="button button-quiet" onClick={onClose}>
								Keep
							</button>
						</div>
					</form>
				)}
			</Answered>
		</Modal>
	);
}

const CONFIRMATION = "erase";

function WhatGoes({ preview }: { readonly preview: ErasurePreview }): ReactElement {
	const { timeZone } = useQuestion();
	const { distinct_ids, events, first_event_at, last_event_at, properties } = preview;
	return (
		<>
			<p>This goes, and cannot be brought back:</p>
			<ul>
				<li>
					<strong>{formatFigure(events, "count")}</strong> {events === 1 ? "event" : "events"}
					{first_event_at !== null &&
						last_event_at !== null &&
						`, from ${formatTime(first_event_at, timeZone)} to ${formatTime(last_event_at, timeZone)}`}
				</li>
				<li>
					<strong>{formatFigure(properties.length, "count")}</strong>{" "}
					{properties.length === 1 ? "property" : "properties"}
					{properties.length > 0 && `: ${properties.join(", ")}`}
				</li>
				<li>
					<strong>{formatFigure(distinct_ids.length, "count")}</strong>{" "}
					{distinct_ids.length === 1 ? "id" : "ids"}
				</li>
			</ul>
			<p>Totals stay as they are: they are sums, and name nobody.</p>
		</>
	);
}
