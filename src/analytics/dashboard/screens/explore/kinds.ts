import type { QuestionInput } from "../../../api-types/question.ts";
import { CONVERSIONS } from "./conversions.tsx";
import type { Draft } from "./draft.ts";
import { FUNNEL } from "./funnel.tsx";
import { PATHS } from "./paths.tsx";
import { askDraft, type DraftRange, type QuestionKind } from "./question-kind.ts";
import { RETENTION } from "./retention.tsx";
import { TREND } from "./trend.tsx";

/** Kinds of questions, in the order of their tabs. */
export const KINDS: { readonly [Of in QuestionInput["kind"]]: QuestionKind<Of> } = {
	trend: TREND,
	conversions: CONVERSIONS,
	funnel: FUNNEL,
	retention: RETENTION,
	paths: PATHS,
};

/** The kind of a draft; a trend if the URL has none. */
export function kindOf({ kind }: Pick<Draft, "kind">) {
	return (Object.hasOwn(KINDS, kind) ? kind : "trend") as QuestionInput["kind"];
}

/** @returns The question of a form, or `undefined` while a required field is empty. */
export function draftQuestion(draft: Draft, range: DraftRange): QuestionInput | undefined {
	return KINDS[kindOf(draft)].questionOf(askDraft(draft, range));
}
