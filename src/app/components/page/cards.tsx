import type { ReactElement } from "react";
import type { Card } from "../../../shared/page/page-parts.ts";
import { Drawing, Icon } from "../icon.tsx";

export interface CardsProps {
	readonly cards: readonly Card[];
	/** Whether the cards are a part of a landing page. */
	readonly isLanding: boolean;
}

/** Cards that link to other pages, or list features of a product. */
export function Cards({ cards, isLanding }: CardsProps): ReactElement | undefined {
	if (cards.length === 0) return undefined;
	return (
		<ul className={isLanding ? "cards features" : "cards"}>
			{cards.map((card) => (
				<li key={`${card.title} ${card.link}`}>
					{card.link === undefined ? (
						<div className="card">
							<CardContent {...card} />
						</div>
					) : (
						<a className="card" href={card.link}>
							<CardContent {...card} />
						</a>
					)}
				</li>
			))}
		</ul>
	);
}

function CardContent({ title, details, icon, link, linkText }: Card): ReactElement {
	return (
		<>
			{icon && <CardIcon icon={icon} />}
			<strong className="card-title">{title}</strong>
			{details && <span className="card-text">{details}</span>}
			{link && linkText && (
				<span className="card-more" aria-hidden>
					{`${linkText} →`}
				</span>
			)}
		</>
	);
}

function CardIcon({ icon }: { readonly icon: string }): ReactElement {
	if (icon.startsWith("<svg")) return <Drawing svg={icon} />;
	if (/^[\w-]+:[\w-]+$/.test(icon)) return <Icon name={icon} />;
	if (!/^(?:\/|https?:)/.test(icon)) {
		return (
			<span className="icon card-sign" aria-hidden>
				{icon}
			</span>
		);
	}
	return (
		<span className="icon" aria-hidden>
			<img src={icon} alt="" />
		</span>
	);
}
