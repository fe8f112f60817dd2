import { maxOrderQuantity } from '@dooryard/contract/api/limits'
import { Box, Stack, TextInput } from '@mantine/core'
import { CriteriaLabels } from '../../../../criteria/describe/criteria-labels.tsx'
import { OrderBreakdown } from '../../../../criteria/order-quote/order-breakdown.tsx'
import { DeliveryPanel } from '../../../../entities/order/delivery/delivery-panel.tsx'
import { QuantityField } from '../../../../entities/order/quantity-field.tsx'
import { isClientError } from '../../../../lib/api/errors.ts'
import { formatNumber, pluralize } from '../../../../lib/format/format.ts'
import { toDelivery } from '../../../../lib/order/delivery.ts'
import { getMaxDeliverable } from '../../../../lib/order/order-cost.ts'
import { Panel } from '../../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { toAddPhonesChoice } from '../campaign-draft.ts'
import { formatFailure, type ReviewField } from '../review-rules.ts'
import type { CampaignWizard } from '../use-campaign-wizard.ts'
import { useReviewSuggestion } from './use-review-suggestion.ts'

type ReviewStepProps = { wizard: CampaignWizard }

const getFieldProps = ({ draft, change, getFieldProblem, onFieldBlur }: CampaignWizard, field: ReviewField) => ({
  id: `review-${field}`,
  size: 'md',
  value: draft[field],
  onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [field]: currentTarget.value }),
  onBlur: () => onFieldBlur(field),
  error: getFieldProblem(field),
})

function OrderQuantity({ wizard }: ReviewStepProps) {
  const { change, audience } = wizard
  const { quote, terms, quantity } = audience
  const smallest = terms?.minQuantity ?? 1
  const max = quote.data && getMaxDeliverable(quote.data)
  return (
    <div>
      <QuantityField
        {...getFieldProps(wizard, 'quantity')}
        description={`${formatNumber(smallest)} to ${formatNumber(maxOrderQuantity)} leads`}
        placeholder={formatNumber(smallest)}
        terms={terms}
        quote={quote}
        onChoose={(chosen) => change({ quantity: chosen })}
      />
      <div aria-live="polite">
        {max !== undefined && max > 0 && quantity !== undefined && quantity > max && (
          <Box mt="sm">
            <Notice tone="warn">
              At most {pluralize(max, 'lead')} can be delivered. The credits for the rest are released.
            </Notice>
          </Box>
        )}
      </div>
    </div>
  )
}

export function ReviewStep({ wizard }: ReviewStepProps) {
  useReviewSuggestion(wizard)
  const { draft, setting, error, audience, change, openLines } = wizard
  const { campaignType, criteria, delivery = {}, addPhones = false } = draft
  return (
    <Stack>
      {error && (
        <FailureNotice error={error} tone={isClientError(error) ? 'bad' : 'warn'}>
          {formatFailure(draft, error)}
        </FailureNotice>
      )}
      <Panel title="Campaign">
        <Stack>
          <TextInput
            {...getFieldProps(wizard, 'name')}
            label="Campaign name"
            description="Only visible to you"
            placeholder="Davidson absentee owners"
            data-autofocus
          />
          <Stack gap="xs" miw={0}>
            <strong>{setting?.name}</strong>
            <CriteriaLabels criteria={criteria} />
          </Stack>
        </Stack>
      </Panel>
      <Panel title="Deliverable leads">
        <OrderBreakdown quote={audience.quote} addPhones={toAddPhonesChoice(draft, change)} openLines={openLines} />
      </Panel>
      <Panel title="First order">
        <Stack>
          <TextInput {...getFieldProps(wizard, 'orderName')} label="Order name" />
          <OrderQuantity wizard={wizard} />
        </Stack>
      </Panel>
      {campaignType && (
        <DeliveryPanel
          campaignType={campaignType}
          criteria={criteria}
          choice={delivery}
          delivery={toDelivery(delivery, { campaignType, criteria })}
          addPhones={addPhones}
          isQuoted={audience.quote.data !== undefined}
          onChange={(next) => change({ delivery: next })}
        />
      )}
    </Stack>
  )
}
