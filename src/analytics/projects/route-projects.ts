import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { queryValue } from "../http/query-value.ts";
import { keepBody } from "../http/raw-bodies.ts";
import type { Projects } from "./projects.ts";

/** @returns Whether the request is another project's, which then answers it. */
export type HandOver = (key: string, request: FastifyRequest, reply: FastifyReply) => boolean;

type Found = Pick<Projects, "withId" | "withKey">;

/** Hands over what names a project in its path: its dashboard, its API, its share links. */
export function routeByPath(service: FastifyInstance, projects: Found): void {
	service.route<{ Params: { readonly project: string } }>({
		method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
		url: "/projects/:project/*",
		// Before the body is read: that is the project's own to do.
		onRequest: async (request, reply) => {
			const project = projects.withId(request.params.project);
			if (project === undefined) return;
			request.raw.url = request.raw.url?.replace(/^\/projects\/[^/]+/, "");
			pass(project, request, reply);
		},
		handler: async (_request, reply) => reply.callNotFound(),
	});
}

/** Hands over what a client asks with the key in the address. */
export function routeByKey(service: FastifyInstance, projects: Found): void {
	// With a callback: a promise for each request would show in a profile.
	service.addHook("onRequest", (request, reply, next) => {
		if (request.method !== "GET") return next();
		// Parameters are texts by name.
		const { token } = request.params as { readonly token?: string };
		const key = token ?? queryValue(request, "token") ?? queryValue(request, "api_key");
		const project = key === undefined ? undefined : projects.withKey(key);
		if (project === undefined) return next();
		pass(project, request, reply);
	});
}

/** Hands over what a client sends with the key in the body. */
export function handOverByKey(projects: Found): HandOver {
	return (key, request, reply) => {
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
