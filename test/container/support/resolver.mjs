// Stands in for the outside's name server: writes down who asked for what, and knows nobody.
import { createSocket } from "node:dgram";

const HEADER_BYTES = 12;
const socket = createSocket("udp4");

socket.on("message", (query, { port, address }) => {
	const labels = [];
	let at = HEADER_BYTES;
	for (let length = query[at]; length > 0; length = query[at]) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	console.log(labels.join("."));
	// The question again, with the bits of an answer and of "there is no such name".
	const answer = Buffer.from(query.subarray(0, at + 5));
	answer.writeUInt16BE(0x8183, 2);
	answer.writeUInt16BE(0, 10);
	socket.send(answer, port, address);
});
process.on("SIGTERM", () => process.exit(0));
socket.bind(53);
