import { type ReactElement, type ReactNode, useEffect } from "react";

export interface ScreenHeaderProps {
	readonly title: string;
	/** What the screen answers, in a line. */
	readonly lead?: string;
	readonly children?: ReactNode;
}

/** The heading of a screen, which also names the tab. It takes the focus after a navigation. */
export function ScreenHeader({ title, lead, children }: ScreenHeaderProps): ReactElement {
	useEffect(() => {
		document.title = `${title} – Loggia analytics`;
	}, [title]);
	return (
		<header className="screen-header">
			<div className="screen-title">
				<h1 tabIndex={-1}>{title}</h1>
				{lead !== undefined && <p>{lead}</p>}
			</div>
			{children}
		</header>
	);
}
