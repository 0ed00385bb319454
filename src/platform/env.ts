/** The raw variables of a process, as Node gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads typed values out of the environment and collects every complaint, so that an
 * operator who got three variables wrong hears of all three in one start.
 *
 * An empty variable counts as absent: `PORT=` in an env file means "the default".
 */
export class EnvironmentReader {
	readonly problems: string[] = [];
	readonly #environment: Environment;

	constructor(environment: Environment) {
		this.#environment = environment;
	}

	/** @returns The trimmed value, or `undefined` when it is absent or blank. */
	text(name: string): string | undefined {
		const value = this.#environment[name]?.trim();
		return value === "" ? undefined : value;
	}

	/** @returns A whole number within `range`, or the fallback when the variable is absent or wrong. */
	wholeNumber(name: string, fallback: number, range: WholeNumberRange): number {
		const value = this.text(name);
		if (value === undefined) return fallback;
		const number = Number(value);
		if (/^\d+$/.test(value) && number >= range.min && number <= range.max) return number;
		return this.#refuse(
			name,
			`must be a whole number from ${range.min} to ${range.max}`,
			value,
			fallback,
		);
	}

	/** @returns One of `choices`, or the fallback when the variable is absent or wrong. */
	choice<const Choice extends string>(
		name: string,
		fallback: Choice,
		choices: readonly Choice[],
	): Choice {
		const value = this.text(name);
		if (value === undefined) return fallback;
		const choice = choices.find((candidate) => candidate === value);
		if (choice !== undefined) return choice;
		return this.#refuse(name, `must be one of ${choices.join(", ")}`, value, fallback);
	}

	/** @returns `true` for `true`, `1`, `yes` and `on`; `false` for their opposites; else the fallback. */
	flag(name: string, fallback: boolean): boolean {
		const value = this.text(name)?.toLowerCase();
		if (value === undefined) return fallback;
		if (["true", "1", "yes", "on"].includes(value)) return true;
		if (["false", "0", "no", "off"].includes(value)) return false;
		return this.#refuse(name, "must be true or false", value, fallback);
	}

	/** @returns An `http:` or `https:` URL without its final slash, or `undefined` when absent or wrong. */
	webUrl(name: string): string | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		const url = URL.canParse(value) ? new URL(value) : undefined;
		if (url !== undefined && /^https?:$/.test(url.protocol)) return value.replace(/\/+$/, "");
		return this.#refuse(
			name,
			"must be a URL that starts with http:// or https://",
			value,
			undefined,
		);
	}

	/** Adds a complaint of the caller's own, in the same form as the built-in ones. */
	refuse(name: string, rule: string): void {
		this.#refuse(name, rule, this.text(name) ?? "", undefined);
	}

	#refuse<Fallback>(name: string, rule: string, value: string, fallback: Fallback): Fallback {
		this.problems.push(`${name} ${rule}: current value is "${value}"`);
		return fallback;
	}
}

export interface WholeNumberRange {
	readonly min: number;
	readonly max: number;
}
