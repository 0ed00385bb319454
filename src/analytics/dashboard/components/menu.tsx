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
	/** Label of the current choice. */
	readonly label: string;
	/** @param close Closes the menu; call it after a choice. */
	readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a panel below it. Escape, a click outside and a choice close the panel. */
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

/** A separate component, so that its state resets each time the menu opens. */
function Panel({ close, children }: PanelProps): ReactElement {
	return <>{children(close)}</>;
}
