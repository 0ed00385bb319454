import type { FlagValue } from "../../shared/page/flag-condition.ts";
import { useFlagState } from "./use-flag-state.ts";

/**
 * The value of a feature flag for this visitor; it renders again when that changes.
 *
 * @returns `undefined` on the server, while it is not known, and without analytics: what is
 * shown then must be right for everybody.
 */
export function useFlag(key: string): FlagValue | undefined {
	return useFlagState(key).value;
}
