import { hash } from "node:crypto";

/** A plain hash is enough: tokens are long and random, so guessing fails. */
export function hashToken(token: string): string {
	return hash("sha256", token, "base64url");
}
