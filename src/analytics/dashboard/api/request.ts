import { DASHBOARD_HEADER, type Refusal } from "../../api-types/session.ts";

/** Whether the service has nothing at the path of a request. */
export function isMissing(error: Error | null): boolean {
	return error instanceof RefusedError && error.status === 404;
}

/** A refusal by the service, with a sentence for each problem. */
export class RefusedError extends Error {
	override readonly name = "RefusedError";
	readonly status: number;
	readonly problems: readonly string[];
	/** Seconds until the next attempt; absent unless the service sends `Retry-After`. */
	readonly retryAfter: number | undefined;

	constructor(status: number, problems: readonly string[], retryAfter?: number) {
		super(problems.join(". "));
		this.status = status;
		this.problems = problems;
		this.retryAfter = retryAfter;
	}
}

/**
 * Sends a request to the service.
 *
 * @param path Relative to the root of the shown project.
 * @returns JSON of the response, or `undefined` without a body. Not validated: both sides share types.
 * @throws {RefusedError} For every response with a status of 400 or above.
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

/** Sends a change to the service with {@link request}. @param body A file, or a value to send as JSON. */
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

/** Builds a path and encodes each value in the same way, so that a path has only one cache key. */
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
		// Probably an HTML page of a proxy; its markup does not help the user.
	}
	return [`The service answered with status ${status}`];
}

/**
 * Prefix of every path of the shown project, such as `/projects/3f9c12ab04de`. Empty for the first
 * project, and for pages that all projects share.
 */
export function projectPath(): string {
	return /^\/projects\/[^/]+(?=\/)/.exec(location.pathname)?.[0] ?? "";
}
