import { maxOrderQuantity } from '@dooryard/contract/api/limits'
import { Button, Flex, TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { QuoteResult } from '../../criteria/order-quote/quote.data.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { type OrderTerms, suggestQuantities } from '../../lib/order/order-cost.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'

type QuantityFieldProps = TextInputProps & {
  terms: OrderTerms | undefined
  quote: QuoteResult
  onChoose: (quantity: string) => void
}

export const QuantityField = ({ terms, quote, onChoose, ...input }: QuantityFieldProps) => (
  <Flex wrap="wrap" align="end" gap="8px 12px">
    <TextInput
      {...input}
      size="md"
      label="Quantity"
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: 'numbers' }}
      styles={{ input: { maxWidth: 200 } }}
    />
    <QuantitySuggestions terms={terms} quote={quote} onChoose={onChoose} />
  </Flex>
)

type QuantitySuggestionsProps = {
  terms: OrderTerms | undefined
  quote: QuoteResult
  onChoose: (quantity: string) => void
}

/** Suggested quantities: everything that can be delivered, and, when credits do not suffice, as many as they cover. */
function QuantitySuggestions({ terms, quote, onChoose }: QuantitySuggestionsProps) {
  const { data } = useQuery(currentUserQuery())
  if (!terms || !quote.data || quote.isPlaceholderData) return null
  const { deliverable, isEstimate } = quote.data
  const { all, covered } = suggestQuantities(deliverable, terms, data?.balance)
  return (
    <>
      {all !== undefined && (
        <Button size="md" variant="default" onClick={() => onChoose(formatNumber(all))}>
          {isEstimate && all < maxOrderQuantity ? 'About' : 'All'} {formatNumber(all)}
        </Button>
      )}
      {covered !== undefined && (
        <Button size="md" variant="default" onClick={() => onChoose(formatNumber(covered))}>
          Max ({formatNumber(covered)})
        </Button>
      )}
    </>
  )
}
