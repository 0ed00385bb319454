import type { ComponentProps, ReactElement } from "react";
import type { Role } from "../../api-types/session.ts";
import { useMay } from "../api/use-role.ts";
import { Icon, type IconName } from "./icon.tsx";

export interface ToolProps extends Omit<ComponentProps<"button">, "type" | "className"> {
	/** `icon`: has no text. `more`: below a list. */
	readonly look?: "danger" | "icon" | "more";
	readonly icon?: IconName;
	/** Name of the subject, which screen readers read after the text. */
	readonly of?: string;
	/** Lower roles do not see the button. */
	readonly needs?: Role;
}

/** A small button next to or below the content that it changes. */
export function Tool(props: ToolProps): ReactElement | null {
	const { look, icon, of, needs, children, ...button } = props;
	if (!useMay(needs)) return null;
	return (
		<button type="button" className={look === undefined ? "tool" : LOOKS[look]} {...button}>
			{icon !== undefined && <Icon name={icon} />}
			{children}
			{of !== undefined && <span className="visually-hidden"> {of}</span>}
		</button>
	);
}

const LOOKS = { danger: "tool tool-danger", icon: "tool tool-icon", more: "tool more" } as const;
