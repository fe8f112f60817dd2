import { Button, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { CriteriaPhrases } from '../../criteria/describe/criteria-phrases.tsx'
import { QuantityOffers } from '../../criteria/order-quote/quantity-offers.tsx'
import { useOrderQuote } from '../../criteria/order-quote/quote.data.ts'
import { sentenceFor } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { orderableOf } from '../../lib/order-schema.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { ColumnsField } from './columns-field.tsx'
import { CostPanel } from './cost-panel.tsx'
import { mostDeliverable } from './deliverable.ts'
import classes from './orders.module.css'
import { useSuggestedOrder } from './suggested-order.ts'
import { type OrderMade, useOrderForm } from './use-order-form.ts'

type OrderFormProps = OrderMade & {
  /** The address to come back to once credits are bought. */
  back: string
  /** Beside the audience: the way to change it. */
  audienceAside?: ReactNode
  /** What has to be chosen before the rest. */
  children?: ReactNode
}

/** Name, number and columns of an order; its audience is there already. */
export function OrderForm({ back, audienceAside, children, ...made }: OrderFormProps) {
  const { setting, criteria } = made
  const quote = useOrderQuote({ campaignType: setting.key, criteria })
  const { form, place, submit, keep, forget, mayLose } = useOrderForm(made, useSuggestedOrder(made, quote.data))
  const element = useRef<HTMLFormElement>(null)
  useHotkeys([['mod+Enter', () => element.current?.requestSubmit()]], [])
  const { minCampaignVolume } = setting
  return (
    <form ref={element} className={classes.columns} onSubmit={submit} noValidate>
      <div className={classes.stack}>
        {place.isError && <Notice tone="bad">{sentenceFor(place.error)}</Notice>}
        {children}
        <Panel title="Order">
          <div className={classes.stack}>
            <TextInput
              size="md"
              label="Order name"
              placeholder={setting.key === 'CALL_READY' ? 'First calls' : 'First mailing'}
              maxLength={200}
              data-autofocus
              {...form.getInputProps('orderName')}
            />
            <div className={classes.quantity}>
              <TextInput
                size="md"
                label="Quantity"
                description={`How many leads, at least ${formatNumber(minCampaignVolume)}.`}
                placeholder={formatNumber(Math.max(minCampaignVolume, 1))}
                inputMode="numeric"
                autoComplete="off"
                {...form.getInputProps('quantity')}
              />
              <QuantityOffers
                setting={setting}
                quote={quote}
                onChoose={(quantity) => form.setFieldValue('quantity', quantity)}
              />
            </div>
          </div>
        </Panel>
        <Panel title="File">
          <ColumnsField
            campaignType={setting.key}
            value={form.values.columns}
            error={form.errors.columns}
            onChange={(columns) => {
              form.setFieldValue('columns', columns)
              void form.validateField('columns')
            }}
          />
        </Panel>
        <Panel title="Audience" aside={audienceAside}>
          <CriteriaPhrases criteria={criteria} />
        </Panel>
      </div>
      <CostPanel setting={setting} quantity={orderableOf(form.values.quantity)} quote={quote} back={back} onBuy={keep}>
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={place.isPending}
          disabled={quote.data && mostDeliverable(quote.data) === 0}
        >
          Place order
        </Button>
      </CostPanel>
      <LeaveGuard
        when={mayLose}
        title="Leave without ordering?"
        text="What you typed stays in this tab, and is here when you come back."
        leave="Leave"
        discard={{ label: 'Throw it away', act: forget }}
      />
    </form>
  )
}
