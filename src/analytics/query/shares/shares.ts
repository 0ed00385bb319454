import * as z from "zod";
import {
	type CreatedShare,
	type ListedShare,
	listedShare,
	type newShare,
} from "../../api-types/shares.ts";
import { hashPassword } from "../../auth/password.ts";
import type { Documents, StoredDocument } from "../../store/settings/documents.ts";
import { hashToken } from "../../store/settings/token-hash.ts";

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

/** Links that show figures to people who cannot sign in to the dashboard. */
export function createShares({ documents, now, randomBytes }: SharesOptions) {
	const text = (size: number) => Buffer.from(randomBytes(size)).toString("base64url");
	const read = (document: StoredDocument | undefined): StoredShare | undefined => {
		const share = document && storedShare.safeParse(document.body).data;
		return share !== undefined && now() < Date.parse(share.expires_at) ? share : undefined;
	};
	const find = (id: string) => read(documents.get("share", id));
	return {
		/** @returns The link with its path. Only a hash of the secret is stored. */
		create: async ({
			password,
			...described
		}: z.output<typeof newShare>): Promise<CreatedShare> => {
			const id = text(ID_BYTES);
			const secret = text(SECRET_BYTES);
			const body: StoredShare = {
				...described,
				secret_hash: hashToken(secret),
				password_hash: password === undefined ? null : await hashPassword(password),
			};
			documents.put({ kind: "share", key: id, body }, now());
			return { ...listed(id, body), path: `/share/${id}#${secret}` };
		},
		/** Lists the links that have not expired. */
		list: (): readonly ListedShare[] =>
			documents.list("share").flatMap((document) => {
				const share = read(document);
				return share === undefined ? [] : [listed(document.key, share)];
			}),
		/** @returns Whether the link existed. */
		revoke: (id: string): boolean => documents.delete("share", id, now()),
		/** @returns `undefined` for a wrong secret or an unknown link: the caller cannot distinguish them. */
		open: (id: string, secret: string): StoredShare | undefined => {
			const share = find(id);
			if (share === undefined) return undefined;
			// The time of this comparison reveals only facts about hashes.
			return share.secret_hash === hashToken(secret) ? share : undefined;
		},
		/** @returns The origins whose pages may frame the link. */
		framedBy: (id: string): readonly string[] => find(id)?.origins ?? [],
	};
}

export type Shares = ReturnType<typeof createShares>;

function listed(
	id: string,
	{ secret_hash: _secret, password_hash, ...described }: StoredShare,
): ListedShare {
	return { id, ...described, has_password: password_hash !== null };
}
