import type { ReactNode } from "react";
import { meetsFlag } from "../../shared/page/flag-condition.ts";
import { useFlag } from "./use-flag.ts";

export interface FlagProps {
	/** The key of the feature flag. */
	readonly name: string;
	/** The variant that the children are for; absent: every one, and a flag that is simply on. */
	readonly variant?: string;
	/** For everybody else, and while nothing is known: on the server this is what is rendered. */
	readonly fallback?: ReactNode;
	readonly children: ReactNode;
}

/** Shows its children to visitors who have the flag. */
export function Flag({ name, variant, fallback, children }: FlagProps): ReactNode {
	const value = useFlag(name);
	return meetsFlag({ key: name, variant }, value) ? children : fallback;
}
