import { maxOrderQuantity } from '@dooryard/contract/limits'
import { TextInput } from '@mantine/core'
import { CriteriaPhrases } from '../../criteria/describe/criteria-phrases.tsx'
import { QuantityOffers } from '../../criteria/order-quote/quantity-offers.tsx'
import type { QuoteResult } from '../../criteria/order-quote/quote.data.ts'
import { QuoteLines } from '../../criteria/order-quote/quote-lines.tsx'
import { isRefusal } from '../../lib/errors.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { quantityOf } from '../../lib/order-schema.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { mostLeads, type ReviewField, troubleInWords } from './review-rules.ts'
import classes from './review-step.module.css'
import type { CampaignWizard } from './use-campaign-wizard.ts'

type ReviewStepProps = { wizard: CampaignWizard; quote: QuoteResult }

/** The order's number of leads, with all there are a click away. */
function Quantity({ wizard, quote }: ReviewStepProps) {
  const { draft, change, setting } = wizard
  const smallest = Math.max(setting?.minCampaignVolume ?? 1, 1)
  const most = quote.data && mostLeads(quote.data)
  const quantity = quantityOf(draft.quantity)
  return (
    <div>
      <div className={classes.quantity}>
        <TextInput
          {...fieldOf(wizard, 'quantity')}
          label="Quantity"
          description={`How many leads, ${formatNumber(smallest)} to ${formatNumber(maxOrderQuantity)}.`}
          placeholder={formatNumber(smallest)}
          inputMode="numeric"
          autoComplete="off"
        />
        <QuantityOffers setting={setting} quote={quote} onChoose={(quantity) => change({ quantity })} />
      </div>
      <div className={classes.said} aria-live="polite">
        {most !== undefined && quantity !== undefined && quantity > most && (
          <Notice tone="warn">
            {most === 0
              ? 'Nobody can be delivered: such an order fails, and its credits come back.'
              : `At most ${plural(most, 'lead')} can be delivered. The credits for the rest come back.`}
          </Notice>
        )}
      </div>
    </div>
  )
}

const fieldOf = ({ draft, change, problemOf, onLeft }: CampaignWizard, field: ReviewField) => ({
  id: `review-${field}`,
  size: 'md' as const,
  value: draft[field],
  onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [field]: currentTarget.value }),
  onBlur: () => onLeft(field),
  error: problemOf(field),
})

/** The campaign and its first order as they will be, and what the order could bring. */
export function ReviewStep({ wizard, quote }: ReviewStepProps) {
  const { draft, setting, error } = wizard
  return (
    <div className={classes.review}>
      {error && <Notice tone={isRefusal(error) ? 'bad' : 'warn'}>{troubleInWords(draft, error)}</Notice>}
      <Panel title="Campaign">
        <div className={classes.review}>
          <TextInput
            {...fieldOf(wizard, 'name')}
            label="Campaign name"
            description="Only you see it."
            placeholder="Davidson absentee owners"
            data-autofocus
          />
          <div className={classes.chosen}>
            <strong>{setting?.name}</strong>
            <CriteriaPhrases criteria={draft.criteria} />
          </div>
        </div>
      </Panel>
      <Panel title="What an order could bring">
        <QuoteLines quote={quote} />
      </Panel>
      <Panel title="First order">
        <div className={classes.review}>
          <TextInput {...fieldOf(wizard, 'orderName')} label="Order name" />
          <Quantity wizard={wizard} quote={quote} />
        </div>
      </Panel>
    </div>
  )
}
