import type { CreditSetting } from '@dooryard/contract/credits'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { quantityOffers } from '../../lib/order-cost.ts'
import type { QuoteResult } from './quote.data.ts'

type QuantityOffersProps = {
  setting: CreditSetting | undefined
  quote: QuoteResult
  onChoose: (quantity: string) => void
}

/** Beside a quantity: all that can be delivered, and, where credits do not reach, as many as they cover. */
export function QuantityOffers({ setting, quote, onChoose }: QuantityOffersProps) {
  const { data } = useQuery(me())
  if (!setting || !quote.data || quote.isPlaceholderData) return null
  const { all, covered } = quantityOffers(quote.data.deliverable, setting, data?.balance)
  return (
    <>
      {all !== undefined && (
        <Button size="md" variant="default" onClick={() => onChoose(formatNumber(all))}>
          All {formatNumber(all)}
        </Button>
      )}
      {covered !== undefined && (
        <Button size="md" variant="default" onClick={() => onChoose(formatNumber(covered))}>
          As many as your credits cover ({formatNumber(covered)})
        </Button>
      )}
    </>
  )
}
