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

export interface RequestOptions {
	readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Sent as JSON. */
	readonly body?: unknown;
	/** Sent as it is. */
	readonly file?: { readonly contents: Blob; readonly mediaType: string };
	readonly signal?: AbortSignal;
}

/**
 * Asks the service.
 *
 * @param path From the root of the project that is shown.
 * @returns The answer's JSON, `undefined` without a body. The type is the service's own: the two are built together.
 * @throws {RefusedError} For every answer of 400 or above.
 */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
	const { method = "GET", body, file, signal } = options;
	const isOfAll =
		/^\/api\/(?:session|password|invitation|v1\/(?:projects|users|keys|changes))\b/.test(path);
	const response = await fetch(isOfAll ? path : projectPath() + path, {
		method,
		headers: {
			accept: "application/json",
			...(method === "GET" ? {} : { [DASHBOARD_HEADER]: "1" }),
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...(file === undefined ? {} : { "content-type": file.mediaType }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		...(file === undefined ? {} : { body: file.contents }),
		...(signal === undefined ? {} : { signal }),
	});
	const text = await response.text();
	if (!response.ok) throw readRefusal(response, text);
	return (text === "" ? undefined : JSON.parse(text)) as Answer;
}

/** Two encodings of a slash would be two addresses. */
export function pathOf(strings: TemplateStringsArray, ...values: readonly string[]): string {
	return String.raw({ raw: strings }, ...values.map(encodeURIComponent));
}

function readRefusal({ status, headers }: Response, text: string): RefusedError {
	const seconds = Number(headers.get("retry-after") ?? Number.NaN);
	return new RefusedError(status, problemsOf(text, status), seconds > 0 ? seconds : undefined);
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
