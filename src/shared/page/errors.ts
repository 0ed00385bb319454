/** Error for the visitor; only the log contains the cause. */
export interface PageError {
	/** HTTP status, 400 to 599. */
	readonly status: number;
	/** A sentence that may name the path; it is text, never markup. */
	readonly message: string;
	/** Suggested next step for the visitor. */
	readonly description: string;
}

const NOT_FOUND_DESCRIPTION =
	"The page may have moved or never existed. Check the address, or start again from the home page.";
const FORBIDDEN_DESCRIPTION =
	"You do not have access to this page. Sign in with another account, or start again from the home page.";
const FAILURE_DESCRIPTION =
	"Something went wrong on our side. Try again in a moment, or start again from the home page.";

const HEADINGS: Readonly<Record<number, string>> = {
	400: "Bad Request",
	403: "Access Denied",
	404: "Page Not Found",
	405: "Method Not Allowed",
};

/** The heading of the error page. */
export function errorHeading({ status }: Pick<PageError, "status">): string {
	return HEADINGS[status] ?? "Internal Server Error";
}

/** No route matches. @param path The requested path, without its query. */
export function pageNotFound(path: string): PageError {
	return requestRefused(404, `Page not found: ${path}`);
}

/** The page's own check rejected the request. @param fullPath Path with query. */
export function pageNotValid(fullPath: string): PageError {
	return requestRefused(404, `Page Not Found: ${fullPath}`);
}

/** A page names middleware that is not registered. */
export function unknownMiddleware(name: string): PageError {
	return { ...internalError(), message: `Unknown route middleware: '${name}'` };
}

/** An unhandled error; the visitor does not see the cause. */
export function internalError(): PageError {
	return { status: 500, message: "Internal Server Error", description: FAILURE_DESCRIPTION };
}

/**
 * A request that the server refuses, such as 405 or 431.
 *
 * @param message One sentence for the visitor.
 */
export function requestRefused(status: number, message: string): PageError {
	const description = status === 403 ? FORBIDDEN_DESCRIPTION : NOT_FOUND_DESCRIPTION;
	return { status, message, description };
}
