import type { ReactElement } from "react";
import { renderValue, visibleText } from "../../format/visible-text.ts";
import { Empty } from "../state-notices.tsx";
import { RowTable } from "./table.tsx";

export interface PropertyTableProps {
	readonly caption: string;
	readonly properties: Readonly<Record<string, unknown>>;
}

/** Names and values as they were sent. Whatever is in them stays text. */
export function PropertyTable({ caption, properties }: PropertyTableProps): ReactElement {
	const names = Object.keys(properties).toSorted(byOwnFirst);
	if (names.length === 0) return <Empty title="No properties" />;
	return (
		<RowTable
			caption={caption}
			className="properties"
			rows={names}
			keyOf={(name) => name}
			columns={[
				{ label: "Property", cell: visibleText },
				{ label: "Value", cell: (name) => renderValue(properties[name]) },
			]}
		/>
	);
}

/** Names with a `$` are those that clients add by themselves. */
function byOwnFirst(one: string, other: string): number {
	const order = Number(one.startsWith("$")) - Number(other.startsWith("$"));
	return order === 0 ? one.localeCompare(other) : order;
}
