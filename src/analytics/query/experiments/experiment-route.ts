import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isRefused, refused } from "../../api/refused.ts";
import { experimentAnswer } from "../../api-types/experiments.ts";
import { rangeShape, type Selector, savedKey } from "../../api-types/question.ts";
import { type FlagDefinition, readStoredFlag } from "../../flags/definition/flag-definition.ts";
import type { ApiContext } from "../api-context.ts";
import { compareVariants } from "./compare-variants.ts";
import { sampleRatioChance } from "./sample-ratio.ts";

/** A split with a smaller p-value counts as wrong: the usual threshold. @see Fabijan et al., KDD 2019 */
const SPLIT_IS_OFF = 0.001;
const DAY_SECONDS = 86_400;

/** Compares the variants of a flag by a goal: exposed and converted visitors, and the probable best. */
export function experimentRoute({ store: { documents }, ask }: ApiContext): ApiRoute {
	return defineRoute("viewer", "GET /api/v1/experiments/{key}", {
		summary: "Compare the variants of a flag by a goal",
		query: z.object({
			...rangeShape,
			goal: savedKey,
			window_days: z.coerce.number().int().min(1).max(366).default(30),
		}),
		answer: { description: "Each variant of the flag", schema: experimentAnswer },
		refusals: { 503: "Too many questions wait for an answer, or ClickHouse is unavailable" },
		handle: async ({ id: key, query, reply }) => {
			const { goal: goalKey, window_days, ...range } = query;
			const document = documents.get("flag", key);
			const stored = document && readStoredFlag(document);
			if (stored?.kind !== "value") return refused(404, `There is nothing at flags/${key}`);
			const flag = stored.value.definition;
			const declared = flag.filters.multivariate?.variants ?? [];
			if (declared.length < 2) {
				return refused(400, `The flag must have at least two variants: "${key}" has fewer`);
			}
			const answer = await ask(
				{
					kind: "funnel",
					steps: [exposureTo(key), { goal: goalKey }],
					window_seconds: window_days * DAY_SECONDS,
					by: "visitor",
					filters: { match: "all", conditions: [] },
					breakdown: { property: "$feature_flag_response" },
					...range,
					limit: 1_000,
				},
				reply.raw,
			);
			if (isRefused(answer)) return answer;
			const counted = declared.map(({ key: variant, rollout_percentage }) => {
				const [exposed = 0, converted = 0] =
					answer.rows.find(({ value }) => value === variant)?.counts ?? [];
				return { variant, exposed, converted, share: rollout_percentage / 100 };
			});
			const estimates = compareVariants(counted);
			const chance = pinsVariants(flag) ? undefined : sampleRatioChance(counted);
			return {
				flag: key,
				goal: goalKey,
				from: answer.from,
				to: answer.to,
				visitors: answer.visitors,
				variants: counted.map(({ variant, exposed, converted, share }, index) => {
					const { interval = [0, 1], chanceToBeBest = 0 } = estimates[index] ?? {};
					const [low, high] = interval;
					return {
						variant,
						expected_share: share,
						exposed,
						converted,
						rate: exposed === 0 ? null : converted / exposed,
						low,
						high,
						chance_to_be_best: chanceToBeBest,
					};
				}),
				split: chance === undefined ? null : { chance, is_off: chance < SPLIT_IS_OFF },
			};
		},
	});
}

/** Selects the event that clients send when they receive a flag's value. */
function exposureTo(flag: string): Selector {
	return {
		event: "$feature_flag_called",
		conditions: [{ property: "$feature_flag", operator: "is", values: [flag] }],
	};
}

/** Whether a condition names a variant: visitors who match it get that variant, regardless of the shares. */
function pinsVariants({ filters }: FlagDefinition): boolean {
	return [...filters.groups, ...(filters.super_groups ?? [])].some(
		({ variant }) => variant != null,
	);
}
