import type { Callers } from "../auth/callers.ts";
import type { SessionRoutesOptions } from "../auth/session-routes.ts";
import type { CaptureWatch } from "../ingest/capture-watch.ts";
import type { IgnoredAddresses } from "../ingest/ignored-addresses.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { ClockGuard } from "../store/file/clock-guard.ts";
import type { LimitSettings } from "../store/settings/limit-settings.ts";
import type { MailSettings } from "./alerts/send-mail.ts";
import type { AskQuestion } from "./questions/ask-engine.ts";
import type { Shares } from "./shares/shares.ts";
import type { QueryThreads } from "./thread-answers.ts";

/** Dependencies of the API routes. */
export interface ApiContext extends SessionRoutesOptions {
	readonly access: Pick<AnalyticsStore, "users" | "signIns" | "apiKeys" | "changes">;
	readonly callers: Callers;
	readonly ask: AskQuestion;
	readonly store: AnalyticsStore;
	readonly threads: QueryThreads;
	readonly shares: Shares;
	readonly watch: CaptureWatch;
	readonly ignored: IgnoredAddresses;
	/** Retention period of events, and maximum file size. */
	readonly limits: LimitSettings;
	/** Pauses deletion by age. */
	readonly clock: ClockGuard;
	readonly projectKey: string;
	readonly projectId: string;
	/** Hosts that webhooks may reach even if their address is not public. */
	readonly webhookHosts: readonly string[];
	/** Absent if no mail can be sent. */
	readonly mail: MailSettings | undefined;
	readonly countVisitorsBy: "network" | "client";
	readonly randomBytes: (size: number) => Uint8Array;
}
