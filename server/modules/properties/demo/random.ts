import type { SimpleFaker } from '@faker-js/faker'

/** Around `mean`, two thirds of the time within `deviation` of it, and never beyond 3.5 times that. */
export function normal({ number }: SimpleFaker, mean: number, deviation: number): number {
  return mean + deviation * (number.float() + number.float() + number.float() + number.float() - 2) * 1.73
}

/** A table of weights as `weightedArrayElement` takes it. */
export const weights = <Value extends string>(table: Partial<Record<Value, number>>) =>
  Object.entries<number | undefined>(table).map(([value, weight = 0]) => ({ value: value as Value, weight }))
