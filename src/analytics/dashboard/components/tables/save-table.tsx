import type { ReactElement } from "react";
import { csvRow } from "../../../wire/dashboard/csv.ts";
import { fileNameOf, saveFile } from "../../format/save-file.ts";
import { Icon } from "../icon.tsx";

export interface SaveTableProps {
	/** Of the file, without its ending. */
	readonly name: string;
	/** As the service gave it. */
	readonly answer: unknown;
	/** The head first. */
	readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Saves figures as CSV, and the whole answer as JSON. */
export function SaveTable({ name, answer, rows }: SaveTableProps): ReactElement {
	return (
		<div className="save-tools">
			<button
				type="button"
				className="tool"
				onClick={() => save(name, "csv", "text/csv", rows.map(csvRow).join(""))}
			>
				<Icon name="download" />
				CSV<span className="visually-hidden"> of {name}</span>
			</button>
			<button
				type="button"
				className="tool"
				onClick={() => save(name, "json", "application/json", JSON.stringify(answer, null, "\t"))}
			>
				<Icon name="download" />
				JSON<span className="visually-hidden"> of {name}</span>
			</button>
		</div>
	);
}

function save(name: string, ending: string, type: string, text: string): void {
	saveFile(`${fileNameOf(name)}.${ending}`, new Blob([text], { type }));
}
