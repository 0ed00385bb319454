import type { ComponentProps, ReactElement } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface ToolProps extends Omit<ComponentProps<"button">, "type" | "className"> {
	/** `icon`: has no text. `more`: stands below a list. */
	readonly look?: "danger" | "icon" | "more";
	readonly icon?: IconName;
	/** What it is about, read by screen readers behind the text. */
	readonly of?: string;
}

/** A small button beside or below what it changes. */
export function Tool({ look, icon, of, children, ...button }: ToolProps): ReactElement {
	return (
		<button type="button" className={look === undefined ? "tool" : LOOKS[look]} {...button}>
			{icon !== undefined && <Icon name={icon} />}
			{children}
			{of !== undefined && <span className="visually-hidden"> {of}</span>}
		</button>
	);
}

const LOOKS = { danger: "tool tool-danger", icon: "tool tool-icon", more: "tool more" } as const;
