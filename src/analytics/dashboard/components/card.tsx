import { type ReactElement, type ReactNode, useId } from "react";

export interface CardProps {
	readonly title: string;
	/** Beside the title: tabs, buttons. */
	readonly tools?: ReactNode;
	readonly className?: string;
	readonly children: ReactNode;
}

/** A part of a screen with a heading of its own. */
export function Card({ title, tools, className = "", children }: CardProps): ReactElement {
	const id = useId();
	return (
		<section className={`card ${className}`} aria-labelledby={id}>
			<header className="card-header">
				<h2 id={id}>{title}</h2>
				{tools}
			</header>
			{children}
		</section>
	);
}
