import { adopt as adoptWith } from "../../src/migrate/adopt.ts";
import { recognize } from "../../src/migrate/recognize.ts";

/** Adopts a folder. Recognition runs in this process; as in production, its result passes through JSON. */
export function adopt(words: readonly string[]): Promise<string> {
	return adoptWith(words, async (folder) => {
		const adoption = recognize(folder);
		return adoption && JSON.parse(JSON.stringify(adoption));
	});
}
