/** A source of chance that always repeats itself. */
export type Random = {
  /** From 0 up to but not 1. */
  next: () => number
  chance: (share: number) => boolean
  /** A whole number from `min` to `max`, both included. */
  int: (min: number, max: number) => number
  /** Around `mean`, two thirds of the time within `deviation` of it. */
  normal: (mean: number, deviation: number) => number
  pick: <const List extends readonly [unknown, ...unknown[]]>(items: List) => List[number]
}

/** sfc32: small, fast and good enough for made-up data. */
export function randomFrom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88, 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round += 1) next()
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    chance: (share) => next() < share,
    int,
    normal: (mean, deviation) => mean + deviation * (next() + next() + next() + next() - 2) * 1.73,
    pick: (items) => items[int(0, items.length - 1)],
  }
}

/** Draws by weight. */
export function weighted<T>(table: readonly (readonly [item: T, weight: number])[]): (random: Random) => T {
  const total = table.reduce((sum, [, weight]) => sum + weight, 0)
  return (random) => {
    let left = random.next() * total
    for (const [item, weight] of table) {
      left -= weight
      if (left < 0) return item
    }
    // Weights that do not add up exactly in binary may leave a hair.
    return (table[table.length - 1] as readonly [T, number])[0]
  }
}
