import type { FlagDefinition } from "../definition/flag-definition.ts";
import { type FlagContext, groupKeyOf } from "./flag-context.ts";

/** Who is hashed: the group, the device, or the person under the id that keeps them theirs. */
export function identifierOf(
	flag: FlagDefinition,
	groupType: number | undefined,
	context: FlagContext,
): string {
	if (groupType !== undefined) return groupKeyOf(context, groupType) ?? "";
	if (flag.bucketing_identifier === "device_id" && context.deviceId) return context.deviceId;
	if (!flag.ensure_experience_continuity) return context.distinctId;
	return context.anonymousId ?? context.distinctId;
}

/** Without a device there is nothing to hash by, and nobody else may stand in for it. */
export function lacksDevice(flag: FlagDefinition, { deviceId }: FlagContext): boolean {
	return flag.bucketing_identifier === "device_id" && !deviceId;
}
