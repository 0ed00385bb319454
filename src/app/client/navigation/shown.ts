import type { Location, NavigationType } from "react-router";
import type { View } from "../../view.ts";

/** What a navigation has brought onto the screen. */
export interface Shown {
	readonly location: Location;
	readonly view: View;
	/** Whether only the fragment has changed: the page is the same. */
	readonly isSamePage: boolean;
	/** Whether the page was already on the screen, and only says something else now. */
	readonly isUpdate: boolean;
	/** `POP` for a step through the history. */
	readonly navigationType: `${NavigationType}`;
}
