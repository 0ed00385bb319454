import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { hashPassword } from "../../access/password.ts";
import type { Documents, StoredDocument } from "../../store/settings/documents.ts";
import {
	type CreatedShare,
	type ListedShare,
	listedShare,
	type newShare,
} from "../../wire/dashboard/shares.ts";

/** Links that show something to people without the password of the dashboard. */
export interface Shares {
	/** @returns With the path of the link, whose secret is kept as a hash alone. */
	readonly create: (share: z.output<typeof newShare>) => Promise<CreatedShare>;
	/** Those that have not expired. */
	readonly list: () => readonly ListedShare[];
	/** @returns Whether there was such a link. */
	readonly revoke: (id: string) => boolean;
	/** @returns `undefined` for another secret as for no such link: which one it is stays unknown. */
	readonly open: (id: string, secret: string) => StoredShare | undefined;
	/** @returns The origins whose pages may frame the link. */
	readonly framedBy: (id: string) => readonly string[];
}

const storedShare = listedShare.omit({ id: true, has_password: true }).extend({
	secret_hash: z.string(),
	password_hash: z.string().nullable(),
});

export type StoredShare = z.output<typeof storedShare>;

export interface SharesOptions {
	readonly documents: Documents;
	readonly now: () => number;
	readonly randomBytes: (size: number) => Uint8Array;
}

const ID_BYTES = 9;
const SECRET_BYTES = 32;

export function createShares({ documents, now, randomBytes }: SharesOptions): Shares {
	const text = (size: number) => Buffer.from(randomBytes(size)).toString("base64url");
	const read = (document: StoredDocument | undefined): StoredShare | undefined => {
		const share = document && storedShare.safeParse(document.body).data;
		return share !== undefined && now() < Date.parse(share.expires_at) ? share : undefined;
	};
	const find = (id: string) => read(documents.get("share", id));
	return {
		create: async ({ password, ...described }) => {
			const id = text(ID_BYTES);
			const secret = text(SECRET_BYTES);
			const body: StoredShare = {
				...described,
				secret_hash: hashOf(secret).toString("base64url"),
				password_hash: password === undefined ? null : await hashPassword(password),
			};
			documents.put({ kind: "share", key: id, body }, now());
			return { ...listed(id, body), path: `/share/${id}#${secret}` };
		},
		list: () =>
			documents.list("share").flatMap((document) => {
				const share = read(document);
				return share === undefined ? [] : [listed(document.key, share)];
			}),
		revoke: (id) => documents.delete("share", id, now()),
		open: (id, secret) => {
			const share = find(id);
			if (share === undefined) return undefined;
			const expected = Buffer.from(share.secret_hash, "base64url");
			return timingSafeEqual(hashOf(secret), expected) ? share : undefined;
		},
		framedBy: (id) => find(id)?.origins ?? [],
	};
}

function listed(
	id: string,
	{ secret_hash: _secret, password_hash, ...described }: StoredShare,
): ListedShare {
	return { id, ...described, has_password: password_hash !== null };
}

/** A plain hash is enough: secrets are long and random, so there is nothing to guess at. */
function hashOf(secret: string): Buffer {
	return createHash("sha256").update(secret).digest();
}
