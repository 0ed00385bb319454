import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { PROBLEM_MEDIA_TYPE, problemDetails } from "../../platform/problem.ts";
import type { KeptRevision } from "../history/kept-revisions.ts";
import { isFromThisMachine } from "../http/is-from-this-machine.ts";
import type { RestoreOutcome } from "../live/content-messages.ts";

export interface RevisionsOptions {
	/** The newest first. */
	readonly list: () => Promise<readonly KeptRevision[]>;
	readonly restore: (id: string) => Promise<RestoreOutcome>;
	/** What is shown now. */
	readonly shown: () => { readonly id: string; readonly heldId: string | undefined };
}

export const REVISIONS_ENDPOINT = "/_loggia/revisions";

/**
 * Lists the kept revisions and brings one back, for whoever sits at this machine. For
 * everybody else there is no such address.
 */
export const revisions = fp(registerRevisions, { name: "revisions", fastify: "5.x" });

async function registerRevisions(site: FastifyInstance, options: RevisionsOptions): Promise<void> {
	site.register(async (scope) => {
		scope.addHook("onRequest", async (request, reply) =>
			isFromThisMachine(request.raw) ? undefined : answerAbsent(reply),
		);
		scope.get(REVISIONS_ENDPOINT, async (_request, reply) => {
			const { id, heldId } = options.shown();
			return reply
				.header("cache-control", "no-store")
				.send({ live: id, held: heldId ?? null, revisions: await options.list() });
		});
		scope.post<{ Params: { id: string } }>(
			`${REVISIONS_ENDPOINT}/:id/restore`,
			async (request, reply) => restore(options, request, reply),
		);
	});
}

async function restore(
	options: RevisionsOptions,
	request: FastifyRequest<{ Params: { id: string } }>,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { id } = request.params;
	const outcome = await options.restore(id);
	reply.header("cache-control", "no-store");
	switch (outcome.kind) {
		case "restored":
			return reply.send({ live: id, held: id, missing: outcome.missing });
		case "unknown":
			return refuse(reply, 404, `No revision with this id is kept: "${id}"`);
		case "failed":
			request.log.error({ reason: outcome.reason }, "A revision could not be brought back");
			return refuse(reply, 500, "The revision could not be brought back: the log says why");
	}
}

/** The same words as for any other address without an answer: what is here is nobody's business. */
function answerAbsent(reply: FastifyReply): FastifyReply {
	return refuse(reply, 404, "Not found");
}

function refuse(reply: FastifyReply, status: 404 | 500, detail: string): FastifyReply {
	const title = status === 404 ? "Not Found" : "Internal Server Error";
	return reply
		.code(status)
		.header("cache-control", "no-store")
		.type(PROBLEM_MEDIA_TYPE)
		.send(problemDetails({ status, title, detail }, reply.request.id));
}
