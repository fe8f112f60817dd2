import { customCreditLimits, getCustomPrice } from '@dooryard/contract/billing/custom-credits'
import type { Pack } from '@dooryard/contract/billing/plans'
import { CustomCredits } from '@dooryard/contract/billing/purchases'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, formatNumber, formatPerCredit } from '../../../lib/format/format.ts'
import { parseWholeNumber } from '../../../lib/format/parse-typed.ts'
import { StatText } from '../stat-text.tsx'
import { CatalogItemName } from './catalog-cards.tsx'

/** The id of the choice of any number of credits among the packs. */
export const customChoice = 'custom'

/** The number of credits as a purchase, with the price that the server computes as well; undefined if it is refused. */
export function buildCustomItem(credits: number, packs: readonly Pack[]) {
  const amount = CustomCredits.safeParse(credits).success ? getCustomPrice(credits, packs) : undefined
  const currency = packs[0]?.price.currency
  return amount === undefined || currency === undefined ? undefined : { credits, price: { amount, currency } }
}

type CustomAmountProps = {
  packs: readonly Pack[]
  /** The last valid number. */
  credits: number
  isChosen: boolean
  onCredits: (credits: number) => void
}

/** Any number of credits, with its price as one types. */
export function CustomAmount({ packs, credits, isChosen, onCredits }: CustomAmountProps) {
  const [typed, setTyped] = useState(String(credits))
  const parsed = parseWholeNumber(typed)
  const item = buildCustomItem(parsed, packs)
  const error = CustomCredits.safeParse(parsed).error?.issues[0]?.message
  const change = (text: string) => {
    setTyped(text)
    // The URL keeps no others, and the nearest number that cannot be bought is refused as well.
    onCredits(Math.min(Math.max(parseWholeNumber(text) || 0, 0), customCreditLimits.max + 1))
  }
  return (
    <>
      <CatalogItemName>Other amount</CatalogItemName>
      <TextInput
        aria-label="Number of credits"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isChosen && error}
        onFocus={() => !isChosen && change(typed)}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {item ? (
        <StatText value={formatMoney(item.price)} size={18} span fz="sm">
          {formatPerCredit(item)} per credit
        </StatText>
      ) : (
        <Text span c="dimmed" fz="sm" lh="20px" className="numbers">
          {formatNumber(customCreditLimits.min)} to {formatNumber(customCreditLimits.max)} credits
        </Text>
      )}
    </>
  )
}
