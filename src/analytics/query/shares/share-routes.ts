import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isRefused, refused } from "../../api/refused.ts";
import { listOf } from "../../api-types/answer-of.ts";
import type { TrendView } from "../../api-types/dimensions.ts";
import { type Question, questionSchema, savedQuestionSchema } from "../../api-types/question.ts";
import {
	createdShare,
	listedShare,
	newShare,
	openedShare,
	shareKey,
} from "../../api-types/shares.ts";
import { verifyPassword } from "../../auth/password.ts";
import { createPasswordCheck } from "../../auth/password-check.ts";
import type { ApiContext } from "../api-context.ts";
import type { StoredShare } from "./shares.ts";

const MAX_SHARES = 500;
const MAX_BODY_BYTES = 8 * 1024;

/** Routes for share links. Signed-in editors create, list and revoke them; anyone with a link opens it. */
export function shareRoutes(context: ApiContext): readonly ApiRoute[] {
	const { store, shares, now, ask } = context;
	const check = createPasswordCheck("a share link");
	const list = defineRoute("editor", "GET /api/v1/shares", {
		summary: "Share links that have not expired, without their secrets",
		needsSession: true,
		answer: { description: "In the order of creation", schema: listOf(listedShare) },
		handle: async () => ({ results: shares.list() }),
	});
	const create = defineRoute("editor", "POST /api/v1/shares", {
		summary: "Create a share link for a saved question or the overview",
		needsSession: true,
		json: newShare,
		status: 201,
		answer: { description: "The link with its secret", schema: createdShare },
		refusals: { 409: "The maximum number is reached" },
		handle: async ({ body }) => {
			if (Date.parse(body.expires_at) <= now())
				return refused(400, "expires_at must be later than now");
			if (body.question !== null && store.documents.get("question", body.question) === undefined) {
				return refused(
					400,
					`question must be a saved question: current value is "${body.question}"`,
				);
			}
			if (shares.list().length >= MAX_SHARES) {
				return refused(409, `There can be at most ${MAX_SHARES} share links`);
			}
			return shares.create(body);
		},
	});
	const revoke = defineRoute("editor", "DELETE /api/v1/shares/{id}", {
		summary: "Revoke a share link",
		needsSession: true,
		answer: "The link is revoked",
		handle: async ({ id }) => shares.revoke(id),
	});
	const open = defineRoute("outsider", "POST /api/share/{id}", {
		summary: "Figures of a share link",
		maxBodyBytes: MAX_BODY_BYTES,
		json: shareKey,
		answer: { description: "The figures", schema: openedShare },
		refusals: {
			401: "The password is missing or wrong",
			404: "The link does not exist or has expired",
			429: "Too many wrong passwords; Retry-After says when to try again",
		},
		handle: async ({ id, body: { secret, password }, request, reply }) => {
			const share = shares.open(id, secret);
			if (share === undefined) return refused(404, GONE);
			const { password_hash } = share;
			if (password_hash !== null) {
				if (password === undefined) return refused(401, "This link needs a password");
				const refusal = await check(request, reply, {
					account: id,
					verify: () => verifyPassword(password, password_hash),
				});
				if (refusal !== undefined) return refusal;
			}
			const cards = [];
			for (const { title, view, question } of cardsOf(share, store)) {
				const answer = await ask(question, reply.raw);
				if (isRefused(answer)) return answer;
				cards.push({ title, view, answer });
			}
			return cards.length === 0 ? refused(404, GONE) : { name: share.name, cards };
		},
	});
	return [list, create, revoke, open];
}

const GONE = "This link does not exist, has expired or was revoked";

interface SharedCard {
	readonly title: string;
	readonly view: TrendView;
	readonly question: Question;
}

/** @returns An empty list if the saved question was deleted. */
function cardsOf(
	{ question: key, timezone, filters }: StoredShare,
	{ documents }: ApiContext["store"],
): readonly SharedCard[] {
	if (key === null) {
		return OVERVIEW.map(([title, of, dimension]) => ({
			title,
			view: dimension === undefined ? "line" : "bar",
			question: questionSchema.parse({
				...{ kind: "trend", measure: { of }, timezone, filters },
				breakdowns: dimension === undefined ? [] : [{ dimension }],
			}),
		}));
	}
	const saved = savedQuestionSchema.safeParse(documents.get("question", key)?.body).data;
	if (saved === undefined) return [];
	const { name, view, question } = saved;
	// The saved range is from the time of saving. Without a range, the answer is for the last 30 days.
	const { from: _from, to: _to, ...rest } = question;
	return [{ title: name, view, question: { ...rest, timezone } }];
}

const OVERVIEW: readonly (readonly [title: string, measure: string, dimension?: string])[] = [
	["Visitors", "visitors"],
	["Page views", "views"],
	["Pages", "views", "page"],
	["Referrers", "visitors", "referrer"],
];
