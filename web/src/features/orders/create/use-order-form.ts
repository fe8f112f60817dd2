import { type CreditSetting, creditSettings } from '@dooryard/contract/credits'
import type { Criteria } from '@dooryard/contract/criteria'
import { defaultColumns } from '@dooryard/contract/file-layouts'
import type { NewOrder, NewPrivateOrder } from '@dooryard/contract/new-order'
import type { Order } from '@dooryard/contract/order'
import { type OrderQuote, orderQuotes } from '@dooryard/contract/order-quote'
import { orders, privateOrders } from '@dooryard/contract/orders'
import type { FileColumn } from '@dooryard/contract/vocabularies'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { usePhrases } from '../../../criteria/describe/phrases.data.ts'
import { api } from '../../../lib/api.ts'
import { me } from '../../../lib/me.ts'
import { useOnceOnly } from '../../../lib/once-only.ts'
import { getMostDeliverable, quantityOffers } from '../../../lib/order-cost.ts'
import { orderFormSchema, quantityOf } from '../../../lib/order-schema.ts'
import { keyOf } from '../../../lib/query.ts'
import { useUser } from '../../../lib/use-user.ts'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { useRefreshOrders } from '../orders.data.ts'
import { columnsSchema, toFileColumns } from './file-columns.ts'
import { keepOrderDraft, loadOrderDraft, placingKey, takeUpDraft } from './order-draft.ts'

/** An order in the making: of a campaign, whose audience it has, or of an audience of its own, which may have a name. */
export type OrderToPlace = {
  setting: CreditSetting
  criteria: Criteria
  campaignId?: string
  name?: string | undefined
}

type PlaceOrder = { campaignId: string; body: NewOrder } | { campaignId?: never; body: NewPrivateOrder }

const send = (asked: PlaceOrder, idempotencyKey: string) =>
  asked.campaignId === undefined
    ? api.call(privateOrders.place, { body: asked.body }, { idempotencyKey })
    : api.call(orders.place, { params: { campaignId: asked.campaignId }, body: asked.body }, { idempotencyKey })

/** Places an order once, whatever is clicked, reloaded or lost on the way; `keyName` is what its key is kept under. */
function usePlaceOrder(keyName: string, onPlaced: (order: Order) => void) {
  const cache = useQueryClient()
  const refresh = useRefreshOrders()
  const once = useOnceOnly(keyName)
  return useMutation({
    mutationFn: (asked: PlaceOrder) => once((idempotencyKey) => send(asked, idempotencyKey)),
    onSuccess: (order) => {
      void refresh()
      onPlaced(order)
    },
    // The price, the balance or the audience may have changed since the screen showed them.
    onError: () => {
      for (const endpoint of [creditSettings.list, orderQuotes.quote])
        void cache.invalidateQueries({ queryKey: keyOf(endpoint) })
      void refresh()
    },
  })
}

const longestName = 100

/** What an order of a search is called and how many it is of, until somebody says so: as far as it is known already. */
function useSuggestion({ setting, criteria, campaignId, name }: OrderToPlace, quote: OrderQuote | undefined) {
  const phrases = usePhrases(criteria)
  const { data } = useQuery(me())
  if (campaignId) return { orderName: '', quantity: '' }
  const { all, covered } = quote ? quantityOffers(getMostDeliverable(quote), setting, data?.balance) : {}
  const text = name || phrases.map((phrase) => phrase.text).join(', ')
  return {
    orderName: text.length > longestName ? `${text.slice(0, longestName - 1).trimEnd()}…` : text,
    quantity: String(covered ?? all ?? ''),
  }
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

type Fields = { orderName: string; quantity: string; columns: FileColumn[] }

/** The fields of an order, what was typed before, and placing it. What is typed is kept from the first change on. */
export function useOrderForm(order: OrderToPlace, quote: OrderQuote | undefined) {
  const { setting, criteria, campaignId } = order
  const owner = { userId: useUser().id, campaignId }
  const suggestion = useSuggestion(order, quote)
  const [draft] = useState(() => takeUpDraft(loadOrderDraft(owner), order))
  const keep = (fields: Fields) =>
    keepOrderDraft(owner, { ...fields, ...(!campaignId && { campaignType: setting.key, criteria }) })
  const forget = () => keepOrderDraft(owner, undefined)

  const isPlaced = useRef(false)
  const open = useOpenOrder()
  const place = usePlaceOrder(placingKey(owner), (placed) => {
    isPlaced.current = true
    forget()
    void open(placed)
  })

  const singly = useSingleFlight()
  const schema = useMemo(() => orderFormSchema(setting).extend({ columns: columnsSchema(setting.key) }), [setting])
  const initial: Fields = {
    orderName: draft.orderName || suggestion.orderName,
    quantity: draft.quantity || suggestion.quantity,
    // Those of both types, so that to look at the other one takes none away.
    columns: draft.columns ?? defaultColumns('CALL_READY'),
  }
  const form = useSchemaForm(schema, initial, (values) => {
    keep(values)
    if (place.isError) place.reset()
  })
  const submit = form.submit(({ orderName, quantity, columns }) => {
    const body = {
      orderName: orderName.trim(),
      quantity: quantityOf(quantity) ?? 0,
      columns: toFileColumns(setting.key, columns),
      creditRequired: setting.creditRequired,
    }
    const asked = campaignId ? { campaignId, body } : { body: { ...body, campaignType: setting.key, criteria } }
    singly((land) => place.mutate(asked, { onError: form.showRefusal, onSettled: land }))
  })
  return {
    form,
    place,
    submit,
    forget,
    keep: () => keep(form.getValues()),
    mayLose: () => form.isDirty() && !isPlaced.current,
  }
}
