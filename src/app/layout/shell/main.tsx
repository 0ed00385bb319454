import type { ReactElement, ReactNode } from "react";
import { useBusy } from "../../components/navigation-context.ts";

export interface MainProps {
	readonly className: string;
	readonly children: ReactNode;
}

/** The content of the document; it is busy while the next page is slow. */
export function Main({ className, children }: MainProps): ReactElement {
	const isBusy = useBusy();
	return (
		<main id="main" className={className} tabIndex={-1} aria-busy={isBusy || undefined}>
			{children}
		</main>
	);
}
