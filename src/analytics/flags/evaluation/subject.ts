import type { FlagDefinition } from "../definition/flag-definition.ts";
import type { FlagContext } from "./flag-context.ts";

/** What a flag is evaluated with. */
export interface Subject {
	readonly flag: FlagDefinition;
	readonly context: FlagContext;
	/** Value of a flag that this one depends on. */
	readonly dependencyValue: (flag: string) => string | boolean;
}
