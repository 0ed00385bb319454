import type { ReactElement } from "react";
import { csvRow } from "../../../api-types/csv.ts";
import { fileNameOf, saveFile } from "../../format/save-file.ts";
import { Tool } from "../tool.tsx";

export interface SaveTableProps {
	/** File name without the extension. */
	readonly name: string;
	/** Response of the service, unchanged. */
	readonly answer: unknown;
	/** Rows, starting with the header. */
	readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Saves figures as CSV, and the whole response as JSON. */
export function SaveTable({ name, answer, rows }: SaveTableProps): ReactElement {
	const save = (ending: string, type: string, text: string): void =>
		saveFile(`${fileNameOf(name)}.${ending}`, new Blob([text], { type }));
	return (
		<div className="save-tools">
			<Tool
				onClick={() => save("csv", "text/csv", rows.map(csvRow).join(""))}
				icon="download"
				of={`of ${name}`}
			>
				CSV
			</Tool>
			<Tool
				onClick={() => save("json", "application/json", JSON.stringify(answer, null, "\t"))}
				icon="download"
				of={`of ${name}`}
			>
				JSON
			</Tool>
		</div>
	);
}
