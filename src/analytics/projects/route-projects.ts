import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { queryValue } from "../http/query-value.ts";
import { keepBody } from "../http/raw-bodies.ts";
import type { Projects } from "./projects.ts";

/** Forwards a request with the key of another project. @returns Whether there is such a project. */
export type ForwardToProject = ReturnType<typeof forwardByKey>;

type Found = Pick<Projects, "withId" | "withKey">;

/** Forwards requests with a project in the path: dashboard, API, share links. */
export function routeByPath(service: FastifyInstance, projects: Found): void {
	service.route<{ Params: { readonly project: string } }>({
		method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
		url: "/projects/:project/*",
		// Before the body is read: the project itself reads it.
		onRequest: async (request, reply) => {
			const project = projects.withId(request.params.project);
			if (project === undefined) return;
			request.raw.url = request.raw.url?.replace(/^\/projects\/[^/]+/, "");
			pass(project, request, reply);
		},
		handler: async (_request, reply) => reply.callNotFound(),
	});
}

/** Forwards GET requests of clients with the key in the URL. */
export function routeByKey(service: FastifyInstance, projects: Found): void {
	// A callback, because a promise for each request costs time.
	service.addHook("onRequest", (request, reply, next) => {
		if (request.method !== "GET") return next();
		// Fastify's parameters are strings by name.
		const { token } = request.params as { readonly token?: string };
		const key = token ?? queryValue(request, "token") ?? queryValue(request, "api_key");
		const project = key === undefined ? undefined : projects.withKey(key);
		if (project === undefined) return next();
		pass(project, request, reply);
	});
}

/** Forwards requests of clients with the key in the body. */
export function forwardByKey(projects: Found) {
	return (key: string, request: FastifyRequest, reply: FastifyReply): boolean => {
		const project = projects.withKey(key);
		if (project === undefined) return false;
		keepBody(request);
		pass(project, request, reply);
		return true;
	};
}

function pass(project: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	project.routing(request.raw, reply.raw);
}
