import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Cost of a password hash in tests. The real cost is 200 ms of processor time on purpose, and tests of the
 * code around it try dozens of passwords. Services that tests start as processes use the real cost.
 */
const QUICK = { N: 2 ** 8 };

type Asked = [
	password: BinaryLike,
	salt: BinaryLike,
	length: number,
	options: ScryptOptions,
	done: (error: Error | null, key: Buffer) => void,
];

const { scrypt } = crypto;
Object.assign(crypto, {
	scrypt: (...[password, salt, length, options, done]: Asked) =>
		scrypt(password, salt, length, { ...options, ...QUICK }, done),
});
syncBuiltinESMExports();
