import type { FileColumn } from '@dooryard/contract/api/enums'
import { type CreditSetting, creditSettings } from '@dooryard/contract/billing/credits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import type { NewOrder, NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import type { Order } from '@dooryard/contract/orders/order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import type { DeliveryOptions, OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { type OrderQuote, orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useCriterionLabels } from '../../../criteria/describe/criterion-labels.data.ts'
import { suggestName } from '../../../criteria/describe/suggest-name.ts'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { api } from '../../../lib/api/api.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { toQueryKey } from '../../../lib/api/query.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { type DeliveryChoice, toAddPhones, toPhonesPrice } from '../../../lib/order/delivery.ts'
import { getInitialQuantity, getOrderTerms, type OrderTerms } from '../../../lib/order/order-cost.ts'
import { buildOrderFormSchema, parseQuantity } from '../../../lib/order/order-schema.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { useInvalidateOrders } from '../orders.data.ts'
import { buildColumnsSchema, toFileColumns } from './file-columns.ts'
import { getPlacingKey, loadOrderDraft, reuseDraft, saveOrderDraft } from './order-draft.ts'
import { useDelivery } from './use-delivery.ts'

/** The input of an order: a campaign with its audience, or an audience of its own with an optional name. */
export type OrderFormInput = {
  setting: CreditSetting
  criteria: Criteria
  campaignId?: string
  /** The name of the saved search or the screen that the audience comes from. */
  name?: string | undefined
  /** Whether to add phones to leads purchased for mail, until the user chooses. */
  addPhones?: boolean | undefined
  /** The sort of the lead finder that the audience comes from. */
  sort?: OrderSort | undefined
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

type Suggestion = { orderName: string; quantity: string }

/** The suggested name and quantity of an order, as far as known. */
function useSuggestion(
  { criteria, name }: OrderFormInput,
  quote: OrderQuote | undefined,
  terms: OrderTerms,
): Suggestion {
  const labels = useCriterionLabels(criteria)
  const quantity = quote && getInitialQuantity(quote, criteria, terms.minQuantity)
  return { orderName: suggestName(labels, name), quantity: quantity === undefined ? '' : formatNumber(quantity) }
}

type OrderForm = ReturnType<typeof useSchemaForm<OrderFields>>

/**
 * Fills the fields that the user has not changed when their suggestions arrive or change. Calls `fill` to set them, so
 * that they are not taken for typed ones.
 */
function useFillSuggestion(form: OrderForm, suggestion: Suggestion, fill: (act: () => void) => void) {
  const filled = useRef(suggestion)
  const fillField = useEffectEvent((field: keyof Suggestion) => {
    const { [field]: before } = filled.current
    filled.current = { ...filled.current, [field]: suggestion[field] }
    if (before === suggestion[field] || form.getValues()[field] !== before) return
    const isChanged = form.isDirty()
    fill(() => form.setFieldValue(field, suggestion[field]))
    if (!isChanged) form.resetDirty()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each suggestion is filled in once
  useEffect(() => fillField('orderName'), [suggestion.orderName])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each suggestion is filled in once
  useEffect(() => fillField('quantity'), [suggestion.quantity])
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

/** The draft of an order, saved from the first change on, and whether it adds phones to purchased leads. */
function useOrderDraft(order: OrderFormInput) {
  const { setting, criteria, campaignId } = order
  const owner = { userId: useUser().id, campaignId }
  const [draft] = useState(() => reuseDraft(loadOrderDraft(owner), criteria))
  const [addPhones, setAddPhones] = useState(order.addPhones ?? draft.addPhones ?? false)
  const delivery = useDelivery(order, draft.delivery)
  const save = (fields: OrderFields, choices: { addPhones?: boolean; delivery?: DeliveryChoice } = {}) =>
    saveOrderDraft(owner, {
      ...{ ...fields, criteria, addPhones, delivery: delivery.choice, ...choices },
      ...(!campaignId && { campaignType: setting.key }),
    })
  return { owner, draft, addPhones, setAddPhones, delivery, save, remove: () => saveOrderDraft(owner, undefined) }
}

type OrderChoices = { addPhones: boolean; delivery: DeliveryOptions; quote: OrderQuote | undefined }

const toOrderInput = (order: OrderFormInput, fields: OrderFields, choices: OrderChoices): PlaceOrderInput => {
  const { setting, criteria, campaignId } = order
  const { addPhones, delivery, quote } = choices
  const body = {
    orderName: fields.orderName.trim(),
    quantity: parseQuantity(fields.quantity) ?? 0,
    columns: toFileColumns(setting.key, fields.columns),
    creditRequired: setting.creditRequired,
    ...toAddPhones(addPhones, setting.key),
    ...toPhonesPrice({ campaignType: setting.key, criteria, addPhones }, quote),
    ...delivery,
  }
  return campaignId ? { campaignId, body } : { body: { ...body, campaignType: setting.key, criteria } }
}

/** The quote, the terms, the fields and the submission of an order. */
export function useOrderForm(order: OrderFormInput) {
  const { setting, criteria, campaignId } = order
  const { owner, draft, addPhones, setAddPhones, delivery, save, remove } = useOrderDraft(order)
  const { sort: _, ...distinct } = delivery.delivery
  const quote = useOrderQuote({ campaignType: setting.key, criteria, addPhones, ...distinct })
  const terms = getOrderTerms(criteria, setting, { quote: quote.data, isCampaign: campaignId !== undefined })
  const suggestion = useSuggestion(order, quote.isPlaceholderData ? undefined : quote.data, terms)

  const isPlaced = useRef(false)
  const open = useOpenOrder()
  const place = usePlaceOrder(getPlacingKey(owner), (placed) => {
    isPlaced.current = true
    remove()
    void open(placed)
  })

  const { minQuantity } = terms
  const schema = useMemo(
    () =>
      buildOrderFormSchema({ minQuantity, name: setting.name }).extend({ columns: buildColumnsSchema(setting.key) }),
    [setting, minQuantity],
  )
  const initial: OrderFields = {
    orderName: draft.orderName || suggestion.orderName,
    quantity: draft.quantity || suggestion.quantity,
    // Columns of both types, so that viewing the other type removes none.
    columns: draft.columns ?? getDefaultColumns('CALL_READY'),
  }
  const isFilling = useRef(false)
  const form = useSchemaForm(schema, initial, (values) => {
    if (!isFilling.current) save(values)
    if (place.isError) place.reset()
  })
  useFillSuggestion(form, suggestion, (act) => {
    isFilling.current = true
    act()
    isFilling.current = false
  })
  const runExclusive = useSingleFlight()
  const submit = form.submit((fields) =>
    runExclusive((release) =>
      place.mutate(toOrderInput(order, fields, { addPhones, delivery: delivery.delivery, quote: quote.data }), {
        onError: form.showRefusal,
        onSettled: release,
      }),
    ),
  )
  const saveDraft = () => save(form.getValues())
  return {
    ...{ form, quote, terms, place, submit, saveDraft },
    addPhones: {
      isOn: addPhones,
      onChange: (isOn: boolean) => {
        setAddPhones(isOn)
        save(form.getValues(), { addPhones: isOn })
      },
    },
    delivery: {
      ...delivery,
      onChange: (choice: DeliveryChoice) => {
        delivery.onChange(choice)
        save(form.getValues(), { delivery: choice })
      },
    },
    deleteDraft: remove,
    hasUnsavedDraft: () => form.isDirty() && !isPlaced.current,
  }
}
