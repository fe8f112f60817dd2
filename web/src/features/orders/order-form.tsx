import type { Campaign } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import type { Order } from '@dooryard/contract/order'
import { Button, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useCount } from '../../criteria/criteria.data.ts'
import { CriteriaChips } from '../../criteria/criteria-chips.tsx'
import { sentenceFor } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/use-user.ts'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import { CostPanel } from './cost-panel.tsx'
import { keepOrderDraft, loadOrderDraft } from './order-draft.ts'
import { orderableOf, orderFormSchema, quantityOf } from './order-schema.ts'
import { usePlaceOrder } from './orders.data.ts'
import classes from './orders.module.css'

type OrderFormProps = { campaign: Campaign; setting: CreditSetting }

function useOrderForm({ campaign, setting }: OrderFormProps) {
  const navigate = useNavigate()
  const { id: userId } = useUser()
  const place = usePlaceOrder()
  const isPlaced = useRef(false)
  const singly = useSingleFlight()
  const schema = useMemo(() => orderFormSchema(setting), [setting])
  const [draft] = useState(() => loadOrderDraft(userId, campaign.id))
  const form = useSchemaForm(schema, draft, () => place.isError && place.reset())
  const submit = form.submit((values) => {
    const { creditRequired } = setting
    const body = { orderName: values.orderName.trim(), quantity: quantityOf(values.quantity) ?? 0, creditRequired }
    const onPlaced = (order: Order) => {
      isPlaced.current = true
      keepOrderDraft(userId, campaign.id, undefined)
      const params = { campaignId: campaign.id, orderId: order.id }
      void navigate({ to: '/portal/campaigns/$campaignId/orders/$orderId', params, replace: true })
    }
    singly((land) =>
      place.mutate({ campaignId: campaign.id, body, onPlaced }, { onError: form.showRefusal, onSettled: land }),
    )
  })
  return {
    form,
    place,
    submit,
    keep: () => keepOrderDraft(userId, campaign.id, form.getValues()),
    mayLose: () => form.isDirty() && !isPlaced.current,
  }
}

/** Name and number of an order; its audience is the campaign's. */
export function OrderForm({ campaign, setting }: OrderFormProps) {
  const { form, place, submit, keep, mayLose } = useOrderForm({ campaign, setting })
  const element = useRef<HTMLFormElement>(null)
  const count = useCount(campaign.criteria)
  useHotkeys([['mod+Enter', () => element.current?.requestSubmit()]], [])
  return (
    <form ref={element} className={classes.columns} onSubmit={submit} noValidate>
      <div className={classes.stack}>
        {place.isError && <Notice tone="bad">{sentenceFor(place.error)}</Notice>}
        <Panel title="Order">
          <div className={classes.stack}>
            <TextInput
              size="md"
              label="Order name"
              placeholder="First mailing"
              maxLength={200}
              data-autofocus
              {...form.getInputProps('orderName')}
            />
            <TextInput
              size="md"
              label="Quantity"
              description={`How many leads, at least ${formatNumber(setting.minCampaignVolume)}.`}
              placeholder={formatNumber(Math.max(setting.minCampaignVolume, 1))}
              inputMode="numeric"
              autoComplete="off"
              className={classes.quantity}
              {...form.getInputProps('quantity')}
            />
          </div>
        </Panel>
        <Panel title="Audience">
          <CriteriaChips criteria={campaign.criteria} />
        </Panel>
      </div>
      <CostPanel
        setting={setting}
        quantity={orderableOf(form.values.quantity)}
        count={count}
        back={`/portal/campaigns/${campaign.id}/orders/create`}
        onBuy={keep}
      >
        <Button type="submit" size="md" fullWidth loading={place.isPending} disabled={count.data?.mailable === 0}>
          Place order
        </Button>
      </CostPanel>
      <LeaveGuard
        when={mayLose}
        title="Leave without ordering?"
        text="What you typed here is not kept."
        leave="Leave"
      />
    </form>
  )
}
