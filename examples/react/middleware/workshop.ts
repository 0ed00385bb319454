import type { MiddlewareContext } from "loggia";

/** The proxy in front of the site sends the signed-in user in `x-remote-user`. */
export default function workshop({ request }: MiddlewareContext): Response | undefined {
	if (request.headers.get("x-remote-user") !== null) return undefined;
	return new Response("Only the workshop can read this page", { status: 403 });
}
