import {
	type ReactElement,
	type ReactNode,
	useCallback,
	useEffect,
	useId,
	useRef,
	useState,
} from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Tool } from "./tool.tsx";

export interface MenuProps {
	readonly icon: IconName;
	/** Accessible name of the choice. */
	readonly name: string;
	/** What is chosen. */
	readonly label: string;
	/** @param close To be called after a choice. */
	readonly children: (close: () => void) => ReactNode;
}

/** A button with what it opens below it. Escape, a click elsewhere and a choice close it. */
export function Menu({ icon, name, label, children }: MenuProps): ReactElement {
	const [isOpen, setIsOpen] = useState(false);
	const root = useRef<HTMLDivElement>(null);
	const id = useId();
	const close = useCallback(() => {
		setIsOpen(false);
		root.current?.querySelector("button")?.focus();
	}, []);
	useEffect(() => {
		if (!isOpen) return undefined;
		const leave = ({ target }: Event): void => {
			if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false);
		};
		const leaveByKey = ({ key }: KeyboardEvent): void => {
			if (key === "Escape") close();
		};
		const closing = new AbortController();
		addEventListener("keydown", leaveByKey, closing);
		addEventListener("pointerdown", leave, closing);
		addEventListener("focusin", leave, closing);
		return () => closing.abort();
	}, [isOpen, close]);
	return (
		<div className="menu" ref={root}>
			<Tool
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setIsOpen(!isOpen)}
				icon={icon}
			>
				<span className="visually-hidden">{name}: </span>
				{label}
				<Icon name="down" />
			</Tool>
			<div id={id} className="menu-panel" hidden={!isOpen}>
				{isOpen && <Panel close={close}>{children}</Panel>}
			</div>
		</div>
	);
}

interface PanelProps extends Pick<MenuProps, "children"> {
	readonly close: () => void;
}

/** A component of its own, so that what is in it begins anew each time it is opened. */
function Panel({ close, children }: PanelProps): ReactElement {
	return <>{children(close)}</>;
}
