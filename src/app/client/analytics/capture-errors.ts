type Capture = (event: string, properties: Readonly<Record<string, unknown>>) => void;

/** An error in a loop is sent once. */
const MAX_ERRORS = 10;

const MAX_STACK = 4_000;

/** Sends uncaught errors, each once, as PostHog's clients do. */
export function captureErrors(page: Window, capture: Capture, buildId: string): void {
	const sent = new Set<string>();
	const send = (error: unknown, message: string, place: object = {}): void => {
		const { name, message: own, stack } = Object(error);
		const type = typeof name === "string" ? name : "Error";
		const value = typeof own === "string" ? own : message;
		const text = `${type}: ${value}`;
		if (sent.has(text) || sent.size >= MAX_ERRORS) return;
		sent.add(text);
		const mechanism = { handled: false, synthetic: false };
		capture("$exception", {
			$exception_level: "error",
			$exception_list: [{ type, value, mechanism }],
			$exception_stack_trace_raw: typeof stack === "string" ? stack.slice(0, MAX_STACK) : undefined,
			$app_version: buildId,
			...place,
		});
	};
	page.addEventListener("error", ({ error, message, filename, lineno, colno }) =>
		send(error, message, {
			$exception_source: filename,
			$exception_lineno: lineno,
			$exception_colno: colno,
		}),
	);
	page.addEventListener("unhandledrejection", ({ reason }) => send(reason, String(reason)));
}
