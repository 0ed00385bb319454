import type { ReactElement } from "react";
import { renderValue, visibleText } from "../../format/visible-text.ts";
import { Empty } from "../state-notices.tsx";
import { RowTable } from "./table.tsx";

export interface PropertyTableProps {
	readonly caption: string;
	readonly properties: Readonly<Record<string, unknown>>;
}

/** Names and values as sent, always shown as text. */
export function PropertyTable({ caption, properties }: PropertyTableProps): ReactElement {
	// Clients add properties with a `$` automatically; these come last.
	const names = Object.keys(properties).toSorted(
		(one, other) =>
			Number(one.startsWith("$")) - Number(other.startsWith("$")) || one.localeCompare(other),
	);
	if (names.length === 0) return <Empty title="No properties" />;
	return (
		<RowTable
			caption={caption}
			className="properties"
			rows={names}
			columns={[
				{ label: "Property", cell: visibleText },
				{ label: "Value", cell: (name) => renderValue(properties[name]) },
			]}
		/>
	);
}
