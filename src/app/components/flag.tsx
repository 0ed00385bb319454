import type { ReactNode } from "react";
import { meetsFlag } from "../../shared/page/flag-condition.ts";
import { useFlag } from "./use-flag.ts";

export interface FlagProps {
	/** The key of the feature flag. */
	readonly name: string;
	/** The variant that shows the children; absent: any variant, and a flag that is on. */
	readonly variant?: string;
	/** Shown to all other visitors, on the server, and while the value is unknown. */
	readonly fallback?: ReactNode;
	readonly children: ReactNode;
}

/** Shows its children to visitors who have the flag. */
export function Flag({ name, variant, fallback, children }: FlagProps): ReactNode {
	const value = useFlag(name);
	return meetsFlag({ key: name, variant }, value) ? children : fallback;
}
