import type { MiddlewareContext } from "loggia";

/** The proxy before the site says who is signed in. */
export default function workshop({ request }: MiddlewareContext): Response | undefined {
	if (request.headers.get("x-remote-user") !== null) return undefined;
	return new Response("Only the workshop can read this page", { status: 403 });
}
