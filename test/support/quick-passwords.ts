import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * A password takes a fifth of a second of a processor on purpose, and the tests of what surrounds it try dozens.
 * The product's own cost is paid by every service that a test starts as a process.
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
