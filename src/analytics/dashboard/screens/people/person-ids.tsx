import { type ReactElement, useState } from "react";
import { isUuid } from "../../../wire/is-uuid.ts";
import { formatFigure } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";

export interface PersonIdsProps {
	readonly ids: readonly string[];
}

/** More would push what the person did out of sight. */
const SHOWN_IDS = 8;

/**
 * The ids of a person, those that an app chose first: a client without storage makes another one at
 * each load, so that there can be thousands.
 */
export function PersonIds({ ids }: PersonIdsProps): ReactElement {
	const [isOpen, setIsOpen] = useState(false);
	const ordered = ids.toSorted((a, b) => Number(isUuid(a)) - Number(isUuid(b)));
	const folded = ordered.slice(SHOWN_IDS);
	return (
		<>
			<IdList ids={ordered.slice(0, SHOWN_IDS)} />
			{folded.length > 0 && (
				<details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
					<summary>{formatFigure(folded.length, "count")} more</summary>
					{isOpen && <IdList ids={folded} />}
				</details>
			)}
		</>
	);
}

function IdList({ ids }: PersonIdsProps): ReactElement {
	return (
		<ul className="plain-list ids">
			{ids.map((id) => (
				<li key={id}>{visibleText(id)}</li>
			))}
		</ul>
	);
}
