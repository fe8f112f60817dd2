export type Equity = {
  openBalance: number | null
  equityAmount: number | null
  equityPercent: number | null
  ltvPercent: number | null
}

const unknownEquity: Equity = { openBalance: null, equityAmount: null, equityPercent: null, ltvPercent: null }
const roundToTenth = (percent: number) => Math.round(percent * 10) / 10

/** Unknown when the source does not publish each loan's amount; without a value, only the balance is known. */
export function computeEquity(
  estimatedValue: number | null,
  loans: readonly { amount: number | null }[] | null,
): Equity {
  if (!loans) return unknownEquity
  let openBalance = 0
  for (const { amount } of loans) {
    if (amount === null) return unknownEquity
    openBalance += amount
  }
  if (!estimatedValue) return { ...unknownEquity, openBalance }
  const ltvPercent = roundToTenth((openBalance / estimatedValue) * 100)
  return {
    openBalance,
    equityAmount: estimatedValue - openBalance,
    equityPercent: roundToTenth(100 - ltvPercent),
    ltvPercent,
  }
}
