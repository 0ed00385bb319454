/**
 * The baseline for answers that are ready. Fastify sends bytes and headers recorded from the product, and
 * adds only a log line for each answer, which every server needs.
 *
 * Arguments: a JSON file with {@link RecordedAnswer}s, and the port.
 */
import { readFileSync } from "node:fs";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { createLogger } from "../../src/platform/observability/logger.ts";
import type { RecordedAnswer } from "../http/record-answer.ts";

const [file = "", port = "0"] = process.argv.slice(2);
const answers: readonly RecordedAnswer[] = JSON.parse(readFileSync(file, "utf8"));

const loggerInstance: FastifyBaseLogger = createLogger({ service: "bare", level: "info" });
const service = Fastify({
	loggerInstance,
	logController: new LogController({ disableRequestLogging: true }),
});
service.addHook("onResponse", (request, reply, next) => {
	next();
	const { method, url: path } = request;
	const { statusCode: status, elapsedTime } = reply;
	const durationMs = Math.round(elapsedTime * 10) / 10;
	request.log.info({ method, path, status, durationMs }, "Answered");
});
for (const { name, status, headers, body } of answers) {
	const bytes = Buffer.from(body, "base64");
	service.get(`/${name}`, (_request, reply) => {
		reply.code(status).headers(headers);
		return status === 304 ? reply.send() : reply.send(bytes);
	});
}
await service.listen({ port: Number(port), host: "127.0.0.1" });
