import { type FlagCondition, meetsFlag } from "../../../shared/page/flag-condition.ts";
import type { Analytics } from "../../components/analytics-context.ts";
import type { ViewRequest } from "../navigation/load-view.ts";

export interface PageFlagsOptions {
	readonly page: Window;
	readonly analytics: Pick<Analytics, "flag" | "reportFlag" | "subscribe">;
	/** Called when the shown page becomes visible or hidden for this visitor. */
	readonly onChange: () => void;
}

/** Time-out for the flag; afterwards, the visitor sees an error page. */
const DECIDED_WITHIN_MS = 6000;

interface Decision {
	readonly condition: FlagCondition;
	readonly path: string;
	readonly isMet: boolean;
}

/**
 * Decides whether a visitor may see pages with a flag, and reports changes.
 *
 * @returns A function that resolves to whether this visitor may see a page, once the flag is known.
 */
export function createPageFlags({ page, analytics, onChange }: PageFlagsOptions) {
	let decision: Decision | undefined;
	analytics.subscribe(() => {
		if (decision === undefined || page.location.pathname !== decision.path) return;
		const { condition, isMet } = decision;
		if (isPending(condition) || isMet === isMetBy(condition)) return;
		decision = undefined;
		onChange();
	});

	function isPending({ key }: FlagCondition): boolean {
		return analytics.flag(key).status === "pending";
	}

	function isMetBy(condition: FlagCondition): boolean {
		return meetsFlag(condition, analytics.flag(condition.key).value);
	}

	function untilDecided(condition: FlagCondition, signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const end = (): void => {
				unsubscribe();
				page.clearTimeout(timer);
				resolve();
			};
			const unsubscribe = analytics.subscribe(() => {
				if (!isPending(condition)) end();
			});
			const timer = page.setTimeout(end, DECIDED_WITHIN_MS);
			signal.addEventListener("abort", end, { once: true });
		});
	}

	return async (condition: FlagCondition, { url, signal }: ViewRequest): Promise<boolean> => {
		if (isPending(condition)) await untilDecided(condition, signal);
		signal.throwIfAborted();
		if (analytics.flag(condition.key).value !== undefined) analytics.reportFlag(condition.key);
		const isMet = isMetBy(condition);
		decision = { condition, path: new URL(url).pathname, isMet };
		return isMet;
	};
}
