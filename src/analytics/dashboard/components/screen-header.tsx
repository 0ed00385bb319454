import { type ReactElement, type ReactNode, useEffect } from "react";

export interface ScreenHeaderProps {
	readonly title: string;
	/** What the screen answers, in a line. */
	readonly lead?: string;
	/** Between the title and the bar. */
	readonly beside?: ReactNode;
	/** In the bar: what chooses the contents of the screen, or changes them. */
	readonly children?: ReactNode;
}

/** The heading of a screen, which also names the tab. It takes the focus after a navigation. */
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
