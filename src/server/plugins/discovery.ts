import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { HeadSite } from "../../shared/page/head.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { SendError } from "../http/send-error.ts";
import {
	type DiscoverableSection,
	renderLlms,
	renderRobots,
	renderSitemap,
} from "../pages/discovery.ts";

export interface DiscoveryOptions {
	readonly site: () => HeadSite;
	readonly sections: () => readonly DiscoverableSection[];
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/** Tells search engines and language models which pages there are; files of the author's own win. */
export const discovery = fp(registerDiscovery, { name: "discovery", fastify: "5.x" });

const XML = "application/xml; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";

async function registerDiscovery(
	service: FastifyInstance,
	{ site, sections, sendAnswer, sendError }: DiscoveryOptions,
): Promise<void> {
	const send = (
		request: FastifyRequest,
		reply: FastifyReply,
		{ mediaType, text }: { readonly mediaType: string; readonly text: string | undefined },
	): FastifyReply | Promise<FastifyReply> => {
		const { kind, url, query, sentPath } = request.target;
		if (text === undefined) return sendError(request, reply, pageNotFound(sentPath));
		if (kind === "misspelled") return reply.redirect(url + query, 308);
		return sendAnswer(request, reply, {
			make: () => ({ bodies: { identity: Buffer.from(text) }, mediaType }),
			cacheControl: "no-cache",
			for: "all",
		});
	};
	service.get("/robots.txt", (request, reply) =>
		send(request, reply, { mediaType: TEXT, text: renderRobots(site()) }),
	);
	service.get("/llms.txt", (request, reply) =>
		send(request, reply, { mediaType: TEXT, text: renderLlms(site(), sections()) }),
	);
	service.get("/sitemap.xml", (request, reply) =>
		send(request, reply, { mediaType: XML, text: renderSitemap(site(), sections()) }),
	);
	service.get<{ Params: { part: string } }>("/sitemap-:part(^\\d{1,4}).xml", (request, reply) => {
		const text = renderSitemap(site(), sections(), Number(request.params.part));
		return send(request, reply, { mediaType: XML, text });
	});
}
