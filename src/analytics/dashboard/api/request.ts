import { DASHBOARD_HEADER, type Refusal } from "../../wire/dashboard/session.ts";

/** The service refused, and said why in sentences. */
export class RefusedError extends Error {
	override readonly name = "RefusedError";
	readonly status: number;
	readonly problems: readonly string[];
	/** Seconds; absent unless the service asks to wait. */
	readonly retryAfter: number | undefined;

	constructor(status: number, problems: readonly string[], retryAfter?: number) {
		super(problems.join(". "));
		this.status = status;
		this.problems = problems;
		this.retryAfter = retryAfter;
	}
}

/**
 * Asks the service.
 *
 * @param path From the root of the project that is shown.
 * @returns The answer's JSON, `undefined` without a body. The type is the service's own: the two are built together.
 * @throws {RefusedError} For every answer of 400 or above.
 */
export async function request<Answer>(
	path: string,
	options: Pick<RequestInit, "method" | "body" | "signal"> = {},
): Promise<Answer> {
	const isOfAll =
		/^\/api\/(?:session|password|invitation|v1\/(?:projects|users|keys|changes))\b/.test(path);
	const response = await fetch(isOfAll ? path : projectPath() + path, {
		...options,
		headers: {
			accept: "application/json",
			...(options.method !== undefined && { [DASHBOARD_HEADER]: "1" }),
			...(typeof options.body === "string" && { "content-type": "application/json" }),
		},
	});
	const text = await response.text();
	const { ok, status, headers } = response;
	if (!ok) {
		const seconds = Number(headers.get("retry-after"));
		throw new RefusedError(status, problemsOf(text, status), seconds > 0 ? seconds : undefined);
	}
	return (text === "" ? undefined : JSON.parse(text)) as Answer;
}

/** Changes something at the service, as {@link request} does. @param body A file, or sent as JSON. */
export function send<Answer>(
	method: "POST" | "PUT" | "PATCH" | "DELETE",
	path: string,
	body?: unknown,
): Promise<Answer> {
	return request<Answer>(path, {
		method,
		body: body instanceof Blob ? body : JSON.stringify(body),
	});
}

/** Two encodings of a slash would be two addresses. */
export function pathOf(
	strings: TemplateStringsArray,
	...values: readonly (string | number)[]
): string {
	return String.raw({ raw: strings }, ...values.map(encodeURIComponent));
}

function problemsOf(text: string, status: number): readonly string[] {
	try {
		const { problems, detail } = JSON.parse(text) as Partial<Refusal>;
		if (problems !== undefined && problems.length > 0) return problems;
		if (detail !== undefined) return [detail];
	} catch {
		// A proxy's own page, most likely; its markup would not help the reader.
	}
	return [`The service answered with status ${status}`];
}

/**
 * Beginning of every address of the project that is shown, such as `/projects/3f9c12ab04de`; empty
 * for the first, and for what all have in common.
 */
export function projectPath(): string {
	return /^\/projects\/[^/]+(?=\/)/.exec(location.pathname)?.[0] ?? "";
}
