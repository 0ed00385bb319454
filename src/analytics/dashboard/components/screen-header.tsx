import { type ReactElement, type ReactNode, useEffect } from "react";

export interface ScreenHeaderProps {
	readonly title: string;
	/** Summary of the screen in a line. */
	readonly lead?: string;
	/** Between the title and the bar. */
	readonly beside?: ReactNode;
	/** Controls in the bar, which choose or change the contents of the screen. */
	readonly children?: ReactNode;
}

/** The heading of a screen, and the title of the tab. The heading has the focus after a navigation. */
export function ScreenHeader(props: ScreenHeaderProps): ReactElement {
	const { title, lead, beside, children } = props;
	useEffect(() => {
		document.title = `${title} – Loggia analytics`;
	}, [title]);
	return (
		<header className="screen-header">
			<div className="screen-title">
				<h1 tabIndex={-1}>{title}</h1>
				{lead !== undefined && <p>{lead}</p>}
			</div>
			{beside}
			{children !== undefined && <div className="question-bar">{children}</div>}
		</header>
	);
}
