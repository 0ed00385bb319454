import { timingSafeEqual } from "node:crypto";
import type { Settings } from "../../store/settings/settings.ts";

const SETTING = "feature-flags-secure-key";

/** Manages the key of backends, which may only read flag definitions. Created at the first `read()`. */
export function createSecureKey(settings: Settings, randomBytes: (size: number) => Uint8Array) {
	const renew = (): string => {
		const key = `phs_${Buffer.from(randomBytes(32)).toString("base64url")}`;
		settings.set(SETTING, key);
		return key;
	};
	return {
		read: () => settings.get(SETTING) ?? renew(),
		renew,
		matches: (key: string): boolean => {
			const secret = settings.get(SETTING);
			return secret !== undefined && isSameSecret(key, secret);
		},
	};
}

function isSameSecret(left: string, right: string): boolean {
	const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
	return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}
