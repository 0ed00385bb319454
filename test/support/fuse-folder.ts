/**
 * A process that mounts a folder once more, read-only, by the FUSE protocol. When it is asked for
 * `.hang`, it answers and stops: then it is a network mount that hangs. Arguments: the folder, and where to mount it.
 *
 * @see https://docs.kernel.org/filesystems/fuse/fuse.html
 */
import { spawnSync } from "node:child_process";
import {
	closeSync,
	lstatSync,
	openSync,
	readdirSync,
	readlinkSync,
	readSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";

const [source = "", mount = ""] = process.argv.slice(2);

const REQUEST_BYTES = 40;
const ANSWER_BYTES = 16;
const ENTRY_BYTES = 40;
const ATTRIBUTE_BYTES = 88;

/** Read past the page cache, which would answer in the place of this process. */
const DIRECT_IO = 1;

const ERRORS = { ENOENT: 2, ENOSYS: 38 } as const;

const paths = new Map<bigint, string>([[1n, source]]);
const ids = new Map<string, bigint>([[source, 1n]]);

/**
 * By the number of the operation; what is absent is refused: FLUSH among others, which a process
 * would wait for even when it is killed.
 */
const operations: Readonly<Record<number, (node: bigint, body: Buffer) => Buffer>> = {
	/* LOOKUP */ 1: (node, body) =>
		entryOf(join(pathOf(node), body.toString("utf8", 0, body.length - 1))),
	/* GETATTR */ 3: (node) => Buffer.concat([Buffer.alloc(16), attributesOf(pathOf(node))]),
	/* READLINK */ 5: (node) => readlinkSync(pathOf(node), { encoding: "buffer" }),
	/* OPEN */ 14: () => words(0, 0, DIRECT_IO, 0),
	/* READ */ 15: (node, body) =>
		bytesOf(pathOf(node), body.readBigUInt64LE(8), body.readUInt32LE(16)),
	/* STATFS */ 17: () => Buffer.alloc(80),
	/* RELEASE */ 18: () => Buffer.alloc(0),
	/* INIT */ 26: (_node, body) => initOf(body),
	/* OPENDIR */ 27: () => words(0, 0, 0, 0),
	/* READDIR */ 28: (node, body) =>
		entriesOf(pathOf(node), Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)),
	/* RELEASEDIR */ 29: () => Buffer.alloc(0),
};

/** FORGET, INTERRUPT and BATCH_FORGET have no answer. */
const SILENT: ReadonlySet<number> = new Set([2, 36, 42]);

const device = openSync("/dev/fuse", "r+");
const options = "fd=3,rootmode=40000,user_id=0,group_id=0,allow_other";
const mounting = spawnSync("mount", ["-i", "-t", "fuse", "-o", options, "loggia-test", mount], {
	stdio: ["ignore", "inherit", "inherit", device],
});
if (mounting.status !== 0) process.exit(1);
process.stdout.write("mounted\n");
serve();

function serve(): void {
	const request = Buffer.alloc(256 * 1024);
	for (;;) {
		const length = readRequest(request);
		if (length === undefined) break;
		const operation = request.readUInt32LE(4);
		if (!SILENT.has(operation)) answer(request.subarray(0, length), operation);
		if (isAskedToHang(request, operation)) process.kill(process.pid, "SIGSTOP");
	}
	closeSync(device);
}

/** Between two requests: the system would wait for what is taken on even in a process that is killed. */
function isAskedToHang(request: Buffer, operation: number): boolean {
	return (
		operation === 1 && request.toString("latin1", REQUEST_BYTES, REQUEST_BYTES + 6) === ".hang\0"
	);
}

/** @returns `undefined` once it is unmounted. */
function readRequest(request: Buffer): number | undefined {
	try {
		return readSync(device, request);
	} catch {
		return undefined;
	}
}

function answer(request: Buffer, operation: number): void {
	const head = Buffer.alloc(ANSWER_BYTES);
	let body: Buffer = Buffer.alloc(0);
	try {
		const operate = operations[operation];
		if (operate === undefined) head.writeInt32LE(-ERRORS.ENOSYS, 4);
		else body = operate(request.readBigUInt64LE(16), request.subarray(REQUEST_BYTES));
	} catch {
		head.writeInt32LE(-ERRORS.ENOENT, 4);
	}
	head.writeUInt32LE(ANSWER_BYTES + body.length, 0);
	head.writeBigUInt64LE(request.readBigUInt64LE(8), 8);
	try {
		writeSync(device, Buffer.concat([head, body]));
	} catch {
		// The process that asked has ended meanwhile.
	}
}

function initOf(body: Buffer): Buffer {
	const init = Buffer.alloc(64);
	init.writeUInt32LE(7, 0);
	init.writeUInt32LE(31, 4);
	init.writeUInt32LE(body.readUInt32LE(8), 8);
	init.writeUInt32LE(4096, 20);
	init.writeUInt32LE(1, 24);
	return init;
}

function entryOf(path: string): Buffer {
	const attributes = attributesOf(path);
	const entry = Buffer.alloc(ENTRY_BYTES);
	entry.writeBigUInt64LE(idOf(path), 0);
	return Buffer.concat([entry, attributes]);
}

function attributesOf(path: string): Buffer {
	const status = lstatSync(path, { bigint: true });
	const times = [status.atimeNs, status.mtimeNs, status.ctimeNs];
	const attributes = Buffer.alloc(ATTRIBUTE_BYTES);
	const large = [
		idOf(path),
		status.size,
		status.blocks,
		...times.map((time) => time / 1_000_000_000n),
	];
	for (const [index, value] of large.entries()) attributes.writeBigUInt64LE(value, index * 8);
	const small = [...times.map((time) => time % 1_000_000_000n), status.mode, status.nlink];
	for (const [index, value] of small.entries())
		attributes.writeUInt32LE(Number(value), 48 + index * 4);
	attributes.writeUInt32LE(4096, 80);
	return attributes;
}

function bytesOf(path: string, offset: bigint, length: number): Buffer {
	const file = openSync(path, "r");
	try {
		const bytes = Buffer.alloc(length);
		return bytes.subarray(0, readSync(file, bytes, 0, length, Number(offset)));
	} finally {
		closeSync(file);
	}
}

function entriesOf(folder: string, from: number, maxBytes: number): Buffer {
	const entries: Buffer[] = [];
	let length = 0;
	for (const [index, name] of [".", "..", ...readdirSync(folder)].entries()) {
		if (index < from) continue;
		const entry = directoryEntry(folder, name, index + 1);
		length += entry.length;
		if (length > maxBytes) break;
		entries.push(entry);
	}
	return Buffer.concat(entries);
}

function directoryEntry(folder: string, name: string, next: number): Buffer {
	const text = Buffer.from(name);
	const entry = Buffer.alloc(24 + Math.ceil(text.length / 8) * 8);
	const { mode } = lstatSync(join(folder, name));
	entry.writeBigUInt64LE(name.startsWith(".") ? 1n : idOf(join(folder, name)), 0);
	entry.writeBigUInt64LE(BigInt(next), 8);
	entry.writeUInt32LE(text.length, 16);
	entry.writeUInt32LE(mode >> 12, 20);
	text.copy(entry, 24);
	return entry;
}

function pathOf(node: bigint): string {
	return paths.get(node) ?? "/dev/null/none";
}

function idOf(path: string): bigint {
	const id = ids.get(path) ?? BigInt(ids.size + 1);
	ids.set(path, id);
	paths.set(id, path);
	return id;
}

function words(...values: readonly number[]): Buffer {
	return Buffer.from(Uint32Array.from(values).buffer);
}
