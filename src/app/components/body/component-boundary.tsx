import { Component, type ReactElement, type ReactNode, Suspense } from "react";
import { useWords } from "../../use-words.ts";

export interface ComponentBoundaryProps {
	readonly name: string;
	readonly children: ReactNode;
}

interface State {
	readonly hasFailed: boolean;
}

/**
 * Shows a sentence in the place of a component that throws; the rest of the page stands. On the server
 * React puts the fallback of `Suspense` there, and the browser tries again.
 */
export class ComponentBoundary extends Component<ComponentBoundaryProps, State> {
	override state: State = { hasFailed: false };

	static getDerivedStateFromError(): State {
		return { hasFailed: true };
	}

	override render(): ReactNode {
		if (this.state.hasFailed) return <Failure />;
		return <Suspense fallback={<Failure />}>{this.props.children}</Suspense>;
	}
}

function Failure(): ReactElement {
	const word = useWords();
	return (
		<p className="component-failure" role="note">
			{word("This part of the page cannot be shown.")}
		</p>
	);
}
