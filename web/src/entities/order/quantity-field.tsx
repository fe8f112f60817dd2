import type { CreditSetting } from '@dooryard/contract/credits'
import { Flex, TextInput, type TextInputProps } from '@mantine/core'
import { QuantityOffers } from '../../criteria/order-quote/quantity-offers.tsx'
import type { QuoteResult } from '../../criteria/order-quote/quote.data.ts'

type QuantityFieldProps = TextInputProps & {
  setting: CreditSetting | undefined
  quote: QuoteResult
  onChoose: (quantity: string) => void
}

export const QuantityField = ({ setting, quote, onChoose, ...input }: QuantityFieldProps) => (
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
    <QuantityOffers setting={setting} quote={quote} onChoose={onChoose} />
  </Flex>
)
