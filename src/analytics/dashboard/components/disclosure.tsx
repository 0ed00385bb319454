import { type ReactElement, type ReactNode, useState } from "react";

export interface DisclosureProps {
	readonly summary: ReactNode;
	readonly children: () => ReactNode;
}

/** Renders its content only while it is open. */
export function Disclosure({ summary, children }: DisclosureProps): ReactElement {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
			<summary>{summary}</summary>
			{isOpen && children()}
		</details>
	);
}
