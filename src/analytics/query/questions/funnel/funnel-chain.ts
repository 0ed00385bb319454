const TIME_BIT = 80;
const NUMBER_BIT = 8;

/** SQL of a *moment*, a number that sorts events: time, number, and a bit for each step. */
export function momentOf(made: readonly string[]): string {
	return `(bitShiftLeft(toUInt128(at), ${TIME_BIT}) + bitShiftLeft(toUInt128(number), ${NUMBER_BIT}) + ${made.join(" + ")})`;
}

/**
 * SQL of `reached`, how many steps a visitor made; of `began` and `ended`, the first and last moment of
 * that chain; and of `times`, when each of its steps was made.
 * The first step, `first`, filters most visitors, so the rest of the SQL runs for few.
 *
 * For each number of steps, the chain that began last counts: `began_2` is, for every
 * moment, when the newest chain of two steps until then began. Its last step is too late
 * when it lies behind the window, and so is every later step. The furthest chain that
 * ends first is walked back from its end, always to the nearest moment of the step before.
 *
 * ClickHouse replaces an outer alias inside of a lambda, so parameters have names of their own.
 */
export function bestChain(windowMs: number, steps: number): string {
	const numbers = Array.from({ length: steps }, (_, index) => index + 1);
	const isMade = (step: number): string => `bitTest(bit, ${step - 1})`;
	const chains = numbers.flatMap((step) => {
		const begins =
			step === 1
				? `arrayMap((time, bit) -> if(${isMade(1)}, time, 0), step_times, bits)`
				: `arrayShiftRight(began_${step - 1}, 1)`;
		const isInTime = `${isMade(step)} AND start != 0 AND time - start <= ${windowMs}`;
		return [
			`arrayFill((start, bit) -> ${isMade(step)}, ${begins}, bits) AS began_${step}`,
			`arrayFirstIndex((time, start, bit) -> ${isInTime}, step_times, began_${step}, bits) AS end_${step}`,
		];
	});
	const furthestFirst = numbers.toReversed();
	const reached = furthestFirst.map((step) => `end_${step} != 0, ${step}`).join(", ");
	const places = furthestFirst.map((step) => {
		if (step === steps) return `end_${step} AS place_${step}`;
		const before = `arrayLastIndex((bit, place) -> ${isMade(step)} AND place < place_${step + 1}, bits, arrayEnumerate(bits))`;
		return `multiIf(reached = ${step}, end_${step}, reached > ${step}, ${before}, 0) AS place_${step}`;
	});
	return `minIf(moment, bitTest(toUInt8(moment), 0)) AS first,
		maxIf(moment, bitTest(toUInt8(moment), 1)) AS last,
		if(first < last, arraySort(arrayFilter(of_step -> toUInt8(of_step) != 0, moments)), []) AS step_moments,
		arrayMap(of_step -> toUInt8(of_step), step_moments) AS bits,
		arrayMap(of_step -> toInt64(bitShiftRight(of_step, ${TIME_BIT})), step_moments) AS step_times,
		${[...chains, `multiIf(${reached}, 1) AS reached`, ...places].join(",\n\t\t")},
		if(place_1 = 0, first, step_moments[place_1]) AS began,
		if(place_1 = 0, first, step_moments[greatest(${numbers.map((step) => `place_${step}`).join(", ")})]) AS ended,
		[${numbers.map((step) => `step_times[place_${step}]`).join(", ")}] AS times`;
}
