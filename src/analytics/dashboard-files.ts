import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { sendText } from "./http/send-text.ts";

export interface DashboardFilesOptions {
	/** Folder of the dashboard's build; if it does not exist, dashboard pages answer 503. */
	readonly dashboardFolder: string;
	/** Origins whose pages may frame a share link, by the id of the link. */
	readonly framedBy: (id: string) => readonly string[];
}

/** Forbids inline scripts and styles, content of other origins, and frames of other pages. */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
].join("; ");

const HEADERS = {
	"content-security-policy": POLICY,
	"x-content-type-options": "nosniff",
	"x-frame-options": "DENY",
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"permissions-policy": "camera=(), geolocation=(), microphone=()",
} as const;

/** Serves the dashboard's files without a session: they hold no data, and the API checks the session. */
export async function dashboardFiles(
	service: FastifyInstance,
	{ dashboardFolder, framedBy }: DashboardFilesOptions,
): Promise<void> {
	service.get("/", { exposeHeadRoute: false }, async (_request, reply) =>
		reply.redirect("/dashboard/", 302),
	);
	service.addHook("onRequest", async (_request, reply) => {
		reply.headers(HEADERS);
	});
	if (!existsSync(dashboardFolder)) {
		for (const path of PAGE_PATHS) {
			service.get(path, async (_request, reply) => answerMissing(reply, 503, NOT_BUILT));
		}
		return;
	}
	await service.register(fastifyStatic, {
		root: dashboardFolder,
		serve: false,
		preCompressed: true,
		cacheControl: false,
	});
	service.get<{ Params: { "*": string } }>("/dashboard/assets/*", async (request, reply) => {
		const name = `assets/${request.params["*"]}`;
		if (name.includes("..") || !existsSync(`${dashboardFolder}/${name}`)) {
			return answerMissing(reply, 404, "Not Found");
		}
		return reply.header("cache-control", "public, max-age=31536000, immutable").sendFile(name);
	});
	for (const path of PAGE_PATHS) {
		service.get<{ Params: { id?: string } }>(path, async ({ params }, reply) => {
			letFrame(reply, params.id === undefined ? [] : framedBy(params.id));
			return reply.header("cache-control", "no-store").sendFile("index.html");
		});
	}
}

/** Lets the origins of a share link frame it. All other pages refuse frames. */
function letFrame(reply: FastifyReply, origins: readonly string[]): void {
	if (origins.length === 0) return;
	const ancestors = `frame-ancestors ${origins.join(" ")}`;
	reply
		.removeHeader("x-frame-options")
		.header("content-security-policy", POLICY.replace("frame-ancestors 'none'", ancestors));
}

/** With optional final slashes, `/dashboard/*` does not match `/dashboard`. */
const PAGE_PATHS = ["/dashboard", "/dashboard/*", "/share/:id"] as const;

const NOT_BUILT = "The dashboard is not built";

function answerMissing(reply: FastifyReply, status: 404 | 503, sentence: string): FastifyReply {
	return sendText(reply.header("cache-control", "no-store"), status, sentence);
}
