/** Bits of an event's place among those of its visitor: 16 million are enough. */
const PLACE_BITS = 24;
const TIME_BIT = 80;
const NUMBER_BIT = 8;

/** SQL of a *moment*, a number by which events are in order: when it was, its number, a bit for each step. */
export function momentOf(made: readonly string[]): string {
	return `(bitShiftLeft(toUInt128(at), ${TIME_BIT}) + bitShiftLeft(toUInt128(number), ${NUMBER_BIT}) + ${made.join(" + ")})`;
}

export function timeOf(moment: string): string {
	return `toInt64(bitShiftRight(${moment}, ${TIME_BIT}))`;
}

/**
 * SQL of how many steps a visitor made, `reached`, and of where in their sorted `moments` those were,
 * `places`: the moments that make a step are folded one after the other. For each number of steps,
 * the chain that began last is kept, and of the furthest the first.
 *
 * The state is flat, as arrays in it would be copied for each moment: of each number of steps, when
 * its chain began (0: there is none) and its places as the digits of one number; then the places of
 * the best chain and its length. Who makes no second step behind a first one has nothing to fold.
 */
export function bestChain(windowMs: number, steps: number): string {
	const places = steps * PLACE_BITS <= 128 ? "UInt128" : "UInt256";
	const began = (step: number): string => `state.${step + 1}`;
	const chain = (step: number): string => `state.${steps + step + 1}`;
	const [best, reached] = [`state.${2 * steps + 1}`, `state.${2 * steps + 2}`];
	const extended = Array.from({ length: steps }, (_, step) => {
		const isStep = `bitTest(toUInt8(moment), ${step})`;
		if (step === 0) {
			return { isMade: isStep, begins: timeOf("moment"), chain: `to${places}(place)` };
		}
		const isInTime = `${timeOf("moment")} - ${began(step - 1)} <= ${windowMs}`;
		return {
			isMade: `${isStep} AND ${began(step - 1)} != 0 AND ${isInTime}`,
			begins: began(step - 1),
			chain: `bitShiftLeft(${chain(step - 1)}, ${PLACE_BITS}) + place`,
		};
	});
	const furtherFirst = extended.map((of, step) => ({ ...of, length: step + 1 })).toReversed();
	const further = (what: (of: (typeof furtherFirst)[number]) => string | number, none: string) =>
		`multiIf(${furtherFirst.map((of) => `${of.isMade} AND ${reached} < ${of.length}, ${what(of)}`).join(", ")}, ${none})`;
	const next = [
		...extended.map((of, step) => `if(${of.isMade}, ${of.begins}, ${began(step)})`),
		...extended.map((of, step) => `if(${of.isMade}, ${of.chain}, ${chain(step)})`),
		further((of) => of.chain, best),
		further((of) => of.length, reached),
	];
	const types = [
		...extended.map(() => "Int64"),
		...extended.map(() => places),
		...[places, "UInt8"],
	];
	const type = `Tuple(${types.join(", ")})`;
	const isStep = "toUInt8(moment) != 0";
	const chains = {
		places: `chains.${2 * steps + 1}`,
		reached: `chains.${2 * steps + 2}`,
	};
	const mask = 2 ** PLACE_BITS - 1;
	const placeOf = (step: number): string => {
		const digits = `bitShiftRight(${chains.places}, ${PLACE_BITS} * greatest(${chains.reached} - ${step + 1}, 0))`;
		const alone = step === 0 ? "toUInt32(indexOf(moments, first))" : "0";
		return `if(${chains.reached} = 0, ${alone}, toUInt32(bitAnd(${digits}, ${mask})))`;
	};
	return `minIf(moment, bitTest(toUInt8(moment), 0)) AS first,
		maxIf(moment, bitTest(toUInt8(moment), 1)) AS last,
		arrayFold((state, moment, place) -> CAST((${next.join(", ")}) AS ${type}),
			if(first < last, arrayFilter(moment -> ${isStep}, moments), []),
			if(first < last, arrayFilter((place, moment) -> ${isStep}, arrayEnumerate(moments), moments), []),
			CAST((${types.map(() => "0").join(", ")}) AS ${type})
		) AS chains,
		greatest(${chains.reached}, toUInt8(first != 0)) AS reached,
		[${Array.from({ length: steps }, (_, step) => placeOf(step)).join(", ")}] AS places`;
}
