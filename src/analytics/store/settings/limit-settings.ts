import { ANALYTICS_LIMITS } from "../../../platform/settings/analytics-process-settings.ts";
import type { Settings } from "./settings.ts";

/** Limits of age and size, from the environment, or else from the dashboard, or else the default. */
export type LimitSettings = ReturnType<typeof createLimitSettings>;

export type LimitName = "retentionDays" | "maxFileMegabytes";

export interface LimitSetting {
	readonly value: number;
	readonly from: "environment" | "dashboard" | "default";
}

/** Limits of the environment; `undefined` if it sets none. */
export type FixedLimits = Readonly<Record<LimitName, number | undefined>>;

const KEYS = { retentionDays: "retention-days", maxFileMegabytes: "max-file-megabytes" } as const;
const MEGABYTE = 1024 * 1024;

export function createLimitSettings(settings: Settings, fixed: FixedLimits) {
	const read = (name: LimitName): LimitSetting => {
		const given = fixed[name];
		if (given !== undefined) return { value: given, from: "environment" };
		const stored = settings.get(KEYS[name]);
		if (stored !== undefined) return { value: Number(stored), from: "dashboard" };
		return { value: ANALYTICS_LIMITS[name].preset, from: "default" };
	};
	const readAll = () => ({
		retentionDays: read("retentionDays").value,
		maxFileBytes: read("maxFileMegabytes").value * MEGABYTE,
	});
	// Cached: every request with events reads the limits.
	let known: ReturnType<typeof readAll> | undefined;
	return {
		read,
		limits: () => (known ??= readAll()),
		/** @param value `undefined` restores the default. */
		set: (name: LimitName, value: number | undefined): void => {
			known = undefined;
			if (value === undefined) settings.delete(KEYS[name]);
			else settings.set(KEYS[name], String(value));
		},
	};
}
