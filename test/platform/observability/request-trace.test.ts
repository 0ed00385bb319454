import { expect, test } from "vitest";
import { createTraceReader } from "../../../src/platform/observability/request-trace.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const ID = "8d7c1e0e-6d5a-4b52-9c1d-0d8b7f1a2c3d";

test("a proxy's request id and trace are taken over and passed on", () => {
	const trace = traceOf("10.0.0.2", { traceparent: TRACEPARENT, tracestate: "vendor=1" });

	expect(trace).toEqual({
		id: ID,
		traceId: TRACE_ID,
		passed: { "x-request-id": ID, traceparent: TRACEPARENT, tracestate: "vendor=1" },
	});
});

test("what any other client says is not believed", () => {
	const trace = traceOf("203.0.113.9", { traceparent: TRACEPARENT });

	expect(trace.id).not.toBe(ID);
	expect(trace).toEqual({ id: trace.id, passed: { "x-request-id": trace.id } });
});

test.each([
	"",
	TRACE_ID,
	`ff-${TRACE_ID}-00f067aa0ba902b7-01`,
	`00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
	`00-${TRACE_ID}-${"0".repeat(16)}-01`,
	`${TRACEPARENT}\n{"level":"error"}`,
])("%j is no trace", (traceparent) => {
	const trace = traceOf("10.0.0.2", { traceparent });

	expect(trace).toEqual({ id: ID, passed: { "x-request-id": ID } });
});

test.each(["short", "a".repeat(65), `${ID}"}`])("%j is no request id", (id) => {
	expect(traceOf("::ffff:10.0.0.2", { "x-request-id": id }).id).not.toBe(id);
});

test("a request has one id, however often it is asked for", () => {
	const read = createTraceReader([]);
	const request = requestFrom("203.0.113.9", {});

	expect(read(request).id).toBe(read(request).id);
});

function traceOf(address: string, headers: Readonly<Record<string, string>>) {
	return createTraceReader(["uniquelocal"])(requestFrom(address, headers));
}

function requestFrom(remoteAddress: string, headers: Readonly<Record<string, string>>) {
	// All that is read of a socket.
	const socket = { remoteAddress } as never;
	return { headers: { "x-request-id": ID, ...headers }, socket };
}
