import * as z from "zod";
import type { OpenApiPaths } from "../http/open-api-paths.ts";
import { passwordChangeSchema, signInSchema } from "./session-routes.ts";

/** The routes of the dashboard's door, for the description of the API. */
export function describeSessionRoutes(): OpenApiPaths {
	return {
		"/api/session": {
			get: open("Whether this browser is signed in", { 200: "The state of the session" }),
			post: {
				...open("Sign in to the dashboard", {
					204: "Signed in, by a cookie",
					401: "The password is wrong",
					...REFUSALS,
				}),
				requestBody: body(signInSchema),
			},
			delete: open("Sign out", { 204: "Signed out", 403: REFUSALS[403] }),
		},
		"/api/password": {
			post: {
				...open("Change the password of the dashboard, which ends every other session", {
					204: "Changed",
					401: "Nobody is signed in",
					409: "The password stands in the environment",
					...REFUSALS,
				}),
				requestBody: body(passwordChangeSchema),
			},
		},
	};
}

const REFUSALS = {
	400: "One sentence for each problem",
	403: "Not sent by the dashboard itself, or the present password is wrong",
	415: "The body is no application/json",
	429: "Too many wrong passwords; Retry-After says when to try again",
};

function open(summary: string, answers: Readonly<Record<number, string>>): object {
	const responses = Object.entries(answers).map(([status, description]) => [
		status,
		{ description },
	]);
	return { summary, security: [], responses: Object.fromEntries(responses) };
}

function body(schema: z.ZodType): object {
	return { required: true, content: { "application/json": { schema: z.toJSONSchema(schema) } } };
}
