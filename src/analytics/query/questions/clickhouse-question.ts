import type { Question } from "../../wire/dashboard/question.ts";
import type { EngineQuestion } from "./engine-question.ts";

/** A question of a kind, and where it is asked. */
export interface ClickHouseQuestion<Kind extends Question["kind"]> extends EngineQuestion<Kind> {
	readonly database: string;
	/** Asks a statement. */
	readonly rows: <Row>(statement: string) => Promise<readonly Row[]>;
	/** What the store's totals say already, by point. */
	readonly totals: {
		readonly range: readonly number[] | undefined;
		readonly before: readonly number[] | undefined;
	};
}
