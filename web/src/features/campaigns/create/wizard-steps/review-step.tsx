import { maxOrderQuantity } from '@dooryard/contract/limits'
import { Box, Stack, TextInput } from '@mantine/core'
import { CriteriaPhrases } from '../../../../criteria/describe/criteria-phrases.tsx'
import type { QuoteResult } from '../../../../criteria/order-quote/quote.data.ts'
import { QuoteLines } from '../../../../criteria/order-quote/quote-lines.tsx'
import { QuantityField } from '../../../../entities/order/quantity-field.tsx'
import { isRefusal } from '../../../../lib/errors.ts'
import { formatNumber, plural } from '../../../../lib/format.ts'
import { getMostDeliverable } from '../../../../lib/order-cost.ts'
import { quantityOf } from '../../../../lib/order-schema.ts'
import { Notice, Panel } from '../../../../ui/display/panel.tsx'
import { formatFailure, type ReviewField } from '../review-rules.ts'
import type { CampaignWizard } from '../use-campaign-wizard.ts'

type ReviewStepProps = { wizard: CampaignWizard; quote: QuoteResult }

const fieldProps = ({ draft, change, problemOf, onLeft }: CampaignWizard, field: ReviewField) => ({
  id: `review-${field}`,
  size: 'md',
  value: draft[field],
  onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [field]: currentTarget.value }),
  onBlur: () => onLeft(field),
  error: problemOf(field),
})

function Quantity({ wizard, quote }: ReviewStepProps) {
  const { draft, change, setting } = wizard
  const smallest = Math.max(setting?.minCampaignVolume ?? 1, 1)
  const most = quote.data && getMostDeliverable(quote.data)
  const quantity = quantityOf(draft.quantity)
  return (
    <div>
      <QuantityField
        {...fieldProps(wizard, 'quantity')}
        description={`How many leads, ${formatNumber(smallest)} to ${formatNumber(maxOrderQuantity)}.`}
        placeholder={formatNumber(smallest)}
        setting={setting}
        quote={quote}
        onChoose={(chosen) => change({ quantity: chosen })}
      />
      <div aria-live="polite">
        {most !== undefined && quantity !== undefined && quantity > most && (
          <Box mt="sm">
            <Notice tone="warn">
              {most === 0
                ? 'Nobody can be delivered: such an order fails, and its credits come back.'
                : `At most ${plural(most, 'lead')} can be delivered. The credits for the rest come back.`}
            </Notice>
          </Box>
        )}
      </div>
    </div>
  )
}

export function ReviewStep({ wizard, quote }: ReviewStepProps) {
  const { draft, setting, error } = wizard
  return (
    <Stack>
      {error && <Notice tone={isRefusal(error) ? 'bad' : 'warn'}>{formatFailure(draft, error)}</Notice>}
      <Panel title="Campaign">
        <Stack>
          <TextInput
            {...fieldProps(wizard, 'name')}
            label="Campaign name"
            description="Only you see it."
            placeholder="Davidson absentee owners"
            data-autofocus
          />
          <Stack gap="xs" miw={0}>
            <strong>{setting?.name}</strong>
            <CriteriaPhrases criteria={draft.criteria} />
          </Stack>
        </Stack>
      </Panel>
      <Panel title="What an order could bring">
        <QuoteLines quote={quote} />
      </Panel>
      <Panel title="First order">
        <Stack>
          <TextInput {...fieldProps(wizard, 'orderName')} label="Order name" />
          <Quantity wizard={wizard} quote={quote} />
        </Stack>
      </Panel>
    </Stack>
  )
}
