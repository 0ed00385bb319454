import { type BrowserError, PROBLEMS_PATH } from "../../../shared/page/shown-problems.ts";
import { belowBasePath, readPath } from "../../../shared/routing/routes.ts";

import { noteFailure } from "./modules.ts";

/** Messages of React about HTML that differs from the server's. React throws no error for them. */
const MISMATCH = /^A tree hydrated but/;

/** Sends errors of this browser to the server, which finds their lines in the site folder. */
export function reportErrors(page: Window & typeof globalThis, basePath: string): void {
	page.addEventListener("error", ({ error, message }) => void report(error ?? message));
	page.addEventListener("unhandledrejection", ({ reason }) => void report(reason));
	const print = page.console.error;
	page.console.error = (...parts: unknown[]): void => {
		print(...parts);
		const [format, ...values] = parts;
		const caught = parts.find((part) => part instanceof Error);
		if (caught !== undefined) {
			// React and React Router print the errors of components.
			noteFailure();
			void report(caught);
		} else if (typeof format === "string" && MISMATCH.test(format))
			void report(filled(format, values));
	};

	async function report(error: unknown): Promise<void> {
		const stack = error instanceof Error ? stackOf(error) : String(error);
		const reading = readPath(belowBasePath(basePath, page.location.pathname) ?? "");
		const path = "path" in reading ? reading.path : page.location.pathname;
		const body: BrowserError = { path, stack };
		try {
			await page.fetch(basePath + PROBLEMS_PATH, { method: "POST", body: JSON.stringify(body) });
		} catch {
			// The console has the error, too.
		}
	}
}

/** Some browsers leave the message out of the stack. */
function stackOf({ name, message, stack = "" }: Error): string {
	return stack.includes(message) ? stack : `${name}: ${message}\n${stack}`;
}

/** Fills the placeholders of a message for the console. */
function filled(format: string, values: readonly unknown[]): string {
	const left = [...values];
	return format.replaceAll("%s", () => String(left.shift() ?? ""));
}
