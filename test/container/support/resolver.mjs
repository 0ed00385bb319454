// Stands in for the outside's name server and writes down which names it is asked for. It knows none
// of them; with ANSWER, it claims that each of them is this address, and counts who comes there.
import { createSocket } from "node:dgram";
import { createServer } from "node:http";

const HEADER_BYTES = 12;
const TYPE_A = 1;
const socket = createSocket("udp4");
const lie = process.env.ANSWER?.split(".").map(Number);

socket.on("message", (query, { port, address }) => {
	const labels = [];
	let at = HEADER_BYTES;
	for (let length = query[at]; length > 0; length = query[at]) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	console.log(labels.join("."));
	const answers = lie !== undefined && query.readUInt16BE(at + 1) === TYPE_A ? [recordOf(lie)] : [];
	// The question again, with the bits of an answer, or of "there is no such name".
	const head = Buffer.from(query.subarray(0, at + 5));
	head.writeUInt16BE(lie === undefined ? 0x8183 : 0x8180, 2);
	head.writeUInt16BE(answers.length, 6);
	head.writeUInt16BE(0, 10);
	socket.send(Buffer.concat([head, ...answers]), port, address);
});
process.on("SIGTERM", () => process.exit(0));
socket.bind(53);

if (lie !== undefined) {
	for (const port of [3000, 8000]) {
		createServer((request, response) => {
			console.log(`caught ${request.url}`);
			response.end("caught");
		}).listen(port);
	}
}

/** The name of the question, class IN, for no time at all. */
function recordOf(bytes) {
	return Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...bytes]);
}
