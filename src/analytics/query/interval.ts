export const INTERVALS = ["hour", "day", "month"] as const;

export type Interval = (typeof INTERVALS)[number];
