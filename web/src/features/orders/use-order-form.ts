import type { CreditSetting } from '@dooryard/contract/credits'
import type { Criteria } from '@dooryard/contract/criteria'
import { defaultColumns } from '@dooryard/contract/file-layouts'
import type { Order } from '@dooryard/contract/order'
import type { FileColumn } from '@dooryard/contract/vocabularies'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { orderFormSchema, quantityOf } from '../../lib/order-schema.ts'
import { useUser } from '../../lib/use-user.ts'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { chosenColumns, columnsSchema } from './file-columns.ts'
import { type DraftOf, keepOrderDraft, loadOrderDraft, placingKey, takenUp } from './order-draft.ts'
import { usePlaceOrder } from './orders.data.ts'

/** An order in the making: of a campaign, whose audience it has, or of an audience of its own, which may have a name. */
export type OrderMade = { setting: CreditSetting; criteria: Criteria; campaignId?: string; name?: string | undefined }

type Suggested = { orderName: string; quantity: string }
type Fields = { orderName: string; quantity: string; columns: FileColumn[] }

/** Keeps what is typed from the first change on. */
function useKept(of: DraftOf, made: OrderMade, suggested: Suggested) {
  const { setting, criteria, campaignId } = made
  const [draft] = useState(() => takenUp(loadOrderDraft(of), made))
  const about = campaignId ? {} : { campaignType: setting.key, criteria }
  // Those of both types, so that to look at the other one takes none away.
  const { orderName, quantity, columns = defaultColumns('CALL_READY') } = draft
  const initial: Fields = {
    orderName: orderName || suggested.orderName,
    quantity: quantity || suggested.quantity,
    columns,
  }
  return { initial, keep: (fields: Fields) => keepOrderDraft(of, { ...fields, ...about }) }
}

function useOpenOrder() {
  const navigate = useNavigate()
  // The form is not worth going back to: it would order the same once more.
  return ({ id: orderId, campaignId }: Order) =>
    campaignId
      ? navigate({
          to: '/portal/campaigns/$campaignId/orders/$orderId',
          params: { campaignId, orderId },
          replace: true,
        })
      : navigate({ to: '/portal/orders/$orderId', params: { orderId }, replace: true })
}

/** The fields of an order, what was typed before, and placing it. */
export function useOrderForm(made: OrderMade, suggested: Suggested) {
  const { setting, criteria, campaignId } = made
  const { id: userId } = useUser()
  const of = { userId, campaignId }
  const place = usePlaceOrder(placingKey(of))
  const open = useOpenOrder()
  const isPlaced = useRef(false)
  const singly = useSingleFlight()
  const schema = useMemo(() => orderFormSchema(setting).extend({ columns: columnsSchema(setting.key) }), [setting])
  const { initial, keep } = useKept(of, made, suggested)
  const form = useSchemaForm(schema, initial, (values) => {
    keep(values)
    if (place.isError) place.reset()
  })
  const submit = form.submit(({ orderName, quantity, columns }) => {
    const fields = {
      orderName: orderName.trim(),
      quantity: quantityOf(quantity) ?? 0,
      columns: chosenColumns(setting.key, columns),
      creditRequired: setting.creditRequired,
    }
    const onPlaced = (order: Order) => {
      isPlaced.current = true
      keepOrderDraft(of, undefined)
      void open(order)
    }
    const asked = campaignId
      ? { campaignId, body: fields, onPlaced }
      : { body: { ...fields, campaignType: setting.key, criteria }, onPlaced }
    singly((land) => place.mutate(asked, { onError: form.showRefusal, onSettled: land }))
  })
  return {
    form,
    place,
    submit,
    keep: () => keep(form.getValues()),
    forget: () => keepOrderDraft(of, undefined),
    mayLose: () => form.isDirty() && !isPlaced.current,
  }
}
