import { expect, test } from "vitest";
import { createLogger, type LogLevel } from "../../../src/platform/logger.ts";
import { createAnswerLog } from "../../../src/server/http/answer-log.ts";
import { createTestSite } from "../../support/test-site.ts";

const ANSWER = { method: "GET", path: '/a"b\\c\u0007é', status: 200, durationMs: 1.26 };

test("a line is the one that the logger itself would write", () => {
	const { log, lines } = collectingLogger("info");
	const { durationMs: _durationMs, ...fields } = ANSWER;

	createAnswerLog(log)({ requestId: "request-1", ...ANSWER });
	log.child({ reqId: "request-1" }).info({ ...fields, durationMs: 1.3 }, "Answered");

	expect(lines).toHaveLength(2);
	expect(withoutTime(lines[0])).toBe(withoutTime(lines[1]));
});

test("answers whose request has no id get one each", () => {
	const { log, lines } = collectingLogger("info");
	const logAnswer = createAnswerLog(log);

	for (let count = 0; count < 3; count += 1) logAnswer(ANSWER);

	const ids = lines.map((line) => String(JSON.parse(line).reqId));
	expect(new Set(ids).size).toBe(3);
	for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
});

test("a logger that wants warnings alone gets no line", () => {
	const { log, lines } = collectingLogger("warn");

	createAnswerLog(log)(ANSWER);

	expect(lines).toEqual([]);
});

test("probes are in no log, and everything else is with the id of its request", async () => {
	const { log, lines } = collectingLogger("info");
	const { service } = await createTestSite({
		files: { "pages/index.md": "# Welcome\n" },
		dependencies: { log },
	});

	await service.inject("/healthz");
	await service.inject("/readyz");
	const missing = await service.inject({ url: "/nope", headers: { accept: "application/json" } });

	const [line] = lines.map((text) => JSON.parse(text));
	expect(lines).toHaveLength(1);
	expect(line).toMatchObject({ msg: "Answered", method: "GET", path: "/nope", status: 404 });
	expect(missing.json().instance).toBe(`urn:request:${line.reqId}`);
});

function collectingLogger(level: LogLevel) {
	const lines: string[] = [];
	const destination = { write: (line: string) => void lines.push(line) };
	return { log: createLogger({ service: "site", level, destination }), lines };
}

function withoutTime(line = ""): string {
	return line.replace(/"time":"[^"]*"/, '"time":""');
}
