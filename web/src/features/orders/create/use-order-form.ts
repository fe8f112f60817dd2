import type { FileColumn } from '@dooryard/contract/api/enums'
import { type CreditSetting, creditSettings } from '@dooryard/contract/billing/credits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import type { NewOrder, NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import type { Order } from '@dooryard/contract/orders/order'
import { type OrderQuote, orderQuotes } from '@dooryard/contract/orders/order-quote'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useCriterionLabels } from '../../../criteria/describe/criterion-labels.data.ts'
import { api } from '../../../lib/api/api.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { toQueryKey } from '../../../lib/api/query.ts'
import { getMaxDeliverable, suggestQuantities } from '../../../lib/order/order-cost.ts'
import { buildOrderFormSchema, parseQuantity } from '../../../lib/order/order-schema.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { useInvalidateOrders } from '../orders.data.ts'
import { buildColumnsSchema, toFileColumns } from './file-columns.ts'
import { getPlacingKey, loadOrderDraft, reuseDraft, saveOrderDraft } from './order-draft.ts'

/** The input of an order: a campaign with its audience, or an audience of its own with an optional name. */
export type OrderFormInput = {
  setting: CreditSetting
  criteria: Criteria
  campaignId?: string
  name?: string | undefined
}

type PlaceOrderInput = { campaignId: string; body: NewOrder } | { campaignId?: never; body: NewPrivateOrder }

const sendOrder = (input: PlaceOrderInput, idempotencyKey: string) =>
  input.campaignId === undefined
    ? api.call(privateOrders.place, { body: input.body }, { idempotencyKey })
    : api.call(orders.place, { params: { campaignId: input.campaignId }, body: input.body }, { idempotencyKey })

/**
 * Places an order exactly once across double clicks, reloads and lost responses; its idempotency key is stored under
 * `keyName`.
 */
function usePlaceOrder(keyName: string, onPlaced: (order: Order) => void) {
  const cache = useQueryClient()
  const refresh = useInvalidateOrders()
  const once = useIdempotentCall(keyName)
  return useMutation({
    mutationFn: (input: PlaceOrderInput) => once((idempotencyKey) => sendOrder(input, idempotencyKey)),
    onSuccess: (order) => {
      void refresh()
      onPlaced(order)
    },
    // The price, the balance or the audience may have changed since the screen showed them.
    onError: () => {
      for (const endpoint of [creditSettings.list, orderQuotes.quote])
        void cache.invalidateQueries({ queryKey: toQueryKey(endpoint) })
      void refresh()
    },
  })
}

const maxNameLength = 100

/** The suggested name and quantity of an order, as far as known. */
function useSuggestedValues({ setting, criteria, campaignId, name }: OrderFormInput, quote: OrderQuote | undefined) {
  const criteriaLabels = useCriterionLabels(criteria)
  const { data } = useQuery(currentUserQuery())
  if (campaignId) return { orderName: '', quantity: '' }
  const { all, covered } = quote ? suggestQuantities(getMaxDeliverable(quote), setting, data?.balance) : {}
  const text = name || criteriaLabels.map((label) => label.text).join(', ')
  return {
    orderName: text.length > maxNameLength ? `${text.slice(0, maxNameLength - 1).trimEnd()}…` : text,
    quantity: String(covered ?? all ?? ''),
  }
}

function useOpenOrder() {
  const navigate = useNavigate()
  // Replaces the form in the history: going back would order the same again.
  return ({ id: orderId, campaignId }: Order) =>
    campaignId
      ? navigate({
          to: '/portal/campaigns/$campaignId/orders/$orderId',
          params: { campaignId, orderId },
          replace: true,
        })
      : navigate({ to: '/portal/orders/$orderId', params: { orderId }, replace: true })
}

type OrderFields = { orderName: string; quantity: string; columns: FileColumn[] }

/** The fields of an order, their draft and submission. The draft is saved from the first change on. */
export function useOrderForm(order: OrderFormInput, quote: OrderQuote | undefined) {
  const { setting, criteria, campaignId } = order
  const owner = { userId: useUser().id, campaignId }
  const suggestion = useSuggestedValues(order, quote)
  const [draft] = useState(() => reuseDraft(loadOrderDraft(owner), order))
  const saveDraft = (fields: OrderFields) =>
    saveOrderDraft(owner, { ...fields, ...(!campaignId && { campaignType: setting.key, criteria }) })
  const deleteDraft = () => saveOrderDraft(owner, undefined)

  const isPlaced = useRef(false)
  const open = useOpenOrder()
  const place = usePlaceOrder(getPlacingKey(owner), (placed) => {
    isPlaced.current = true
    deleteDraft()
    void open(placed)
  })

  const runExclusive = useSingleFlight()
  const schema = useMemo(
    () => buildOrderFormSchema(setting).extend({ columns: buildColumnsSchema(setting.key) }),
    [setting],
  )
  const initial: OrderFields = {
    orderName: draft.orderName || suggestion.orderName,
    quantity: draft.quantity || suggestion.quantity,
    // Columns of both types, so that viewing the other type removes none.
    columns: draft.columns ?? getDefaultColumns('CALL_READY'),
  }
  const form = useSchemaForm(schema, initial, (values) => {
    saveDraft(values)
    if (place.isError) place.reset()
  })
  const submit = form.submit(({ orderName, quantity, columns }) => {
    const body = {
      orderName: orderName.trim(),
      quantity: parseQuantity(quantity) ?? 0,
      columns: toFileColumns(setting.key, columns),
      creditRequired: setting.creditRequired,
    }
    const input = campaignId ? { campaignId, body } : { body: { ...body, campaignType: setting.key, criteria } }
    runExclusive((release) => place.mutate(input, { onError: form.showRefusal, onSettled: release }))
  })
  return {
    form,
    place,
    submit,
    deleteDraft,
    saveDraft: () => saveDraft(form.getValues()),
    hasUnsavedDraft: () => form.isDirty() && !isPlaced.current,
  }
}
