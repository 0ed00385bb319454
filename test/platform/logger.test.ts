import { expect, test } from "vitest";
import { createLogger } from "../../src/platform/logger.ts";

test("a logged request has no query string and no address in it", () => {
	const lines: string[] = [];
	const log = createLogger({
		service: "site",
		level: "info",
		destination: { write: (line) => void lines.push(line) },
	});

	log.info({ req: { method: "GET", url: "/search?q=secret", ip: "192.0.2.1" } }, "Answered");

	const line = JSON.parse(lines[0] ?? "");
	expect(line).toMatchObject({
		level: "info",
		service: "site",
		req: { method: "GET", path: "/search" },
		msg: "Answered",
	});
	expect(lines[0]).not.toMatch(/secret|192\.0\.2\.1/);
});
