import type { Page } from "playwright-core";

/** Errors that the browser reported while a page was open. */
export interface Faults {
	/** Sentences in order of appearance, without allowed faults. */
	readonly list: readonly string[];
	/** Allows faults that the test provokes on purpose. */
	allow(pattern: RegExp): void;
}

/**
 * Watches a page for console errors, uncaught exceptions, violations of the content
 * security policy and requests to other machines.
 *
 * Call it before the first navigation, because it misses earlier faults.
 */
export async function collectFaults(page: Page): Promise<Faults> {
	const faults: string[] = [];
	const allowed: RegExp[] = [];
	const add = (fault: string): void => {
		if (!allowed.some((pattern) => pattern.test(fault))) faults.push(fault);
	};
	page.on("console", (message) => {
		if (message.type() === "error") add(`console: ${message.text()} (${message.location().url})`);
	});
	page.on("pageerror", (error) => add(`uncaught: ${error.stack ?? error.message}`));
	page.on("request", (request) => {
		if (!isLocal(request.url())) add(`foreign request: ${request.url()}`);
	});
	await page.addInitScript(reportPolicyViolations);
	return { list: faults, allow: (pattern) => void allowed.push(pattern) };
}

/** Runs in the page. Chromium itself logs most violations, but not those of report-only policies. */
function reportPolicyViolations(): void {
	document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
		console.error(`Violation of the policy "${effectiveDirective}": ${blockedURI}`);
	});
}

/** Other ports of this machine belong to servers that a test started. */
function isLocal(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	if (protocol === "data:" || protocol === "blob:" || protocol === "about:") return true;
	return hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]";
}
