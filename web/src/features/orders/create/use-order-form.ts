import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import type { Order } from '@dooryard/contract/orders/order'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useCriterionLabels } from '../../../criteria/describe/criterion-labels.data.ts'
import { suggestName } from '../../../criteria/describe/suggest-name.ts'
import { isQuoteSettled, useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { buildColumnsSchema } from '../../../entities/order/delivery/file-columns.ts'
import { useAgreedOrder } from '../../../entities/order/purchase/use-agreed-order.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { saveAgreedOrder, savePlacedOrder } from '../../../lib/order/agreed-order.ts'
import type { DeliveryChoice } from '../../../lib/order/delivery.ts'
import { getOrderAction, getUsefulQuantity } from '../../../lib/order/order-action.ts'
import { getInitialQuantity, getOrderTerms, type OrderTerms } from '../../../lib/order/order-cost.ts'
import { buildOrderFormSchema, parseOrderableQuantity } from '../../../lib/order/order-schema.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { getPlacingKey, loadOrderDraft, reuseDraft, saveOrderDraft } from './order-draft.ts'
import {
  type OrderFields,
  type OrderFormInput,
  type Placing,
  toAgreement,
  toOrderInput,
  usePlaceOrder,
} from './place-order.ts'
import { useDelivery } from './use-delivery.ts'

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
  return ({ id: orderId, campaignId }: Order, isRepeated: boolean) => {
    if (isRepeated)
      return navigate({
        to: '/portal/recurring-orders',
        search: { create: true, order: orderId, ...(campaignId && { campaign: campaignId }) },
        replace: true,
      })
    return campaignId
      ? navigate({
          to: '/portal/campaigns/$campaignId/orders/$orderId',
          params: { campaignId, orderId },
          replace: true,
        })
      : navigate({ to: '/portal/orders/$orderId', params: { orderId }, replace: true })
  }
}

type OrderChoices = { addPhones?: boolean; isRepeated?: boolean; delivery?: DeliveryChoice }

/** The draft of an order, saved from the first change on, and whether it adds phones to purchased leads. */
function useOrderDraft(order: OrderFormInput) {
  const { setting, criteria, campaignId } = order
  const owner = { userId: useUser().id, campaignId }
  const [draft] = useState(() => reuseDraft(loadOrderDraft(owner), criteria))
  const [addPhones, setAddPhones] = useState(order.addPhones ?? draft.addPhones ?? false)
  const [isRepeated, setIsRepeated] = useState(draft.isRepeated ?? false)
  const delivery = useDelivery(order, draft.delivery)
  const save = (fields: OrderFields, choices: OrderChoices = {}) =>
    saveOrderDraft(owner, {
      ...{ ...fields, criteria, addPhones, isRepeated, delivery: delivery.choice, ...choices },
      ...(!campaignId && { campaignType: setting.key }),
    })
  const remove = () => {
    saveOrderDraft(owner, undefined)
    saveAgreedOrder(owner.userId, undefined)
  }
  return { owner, draft, addPhones, setAddPhones, isRepeated, setIsRepeated, delivery, save, remove }
}

type OrderDraftState = ReturnType<typeof useOrderDraft>
type FieldsInput = Pick<OrderDraftState, 'draft'> & { terms: OrderTerms; suggestion: Suggestion }

/** The fields, filled with the draft or the suggestion; `onChange` gets what the user changes. */
function useOrderFields(
  { setting }: OrderFormInput,
  { draft, terms: { minQuantity }, suggestion }: FieldsInput,
  onChange: (values: OrderFields, isTyped: boolean) => void,
) {
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
  const form = useSchemaForm(schema, initial, (values) => onChange(values, !isFilling.current))
  useFillSuggestion(form, suggestion, (act) => {
    isFilling.current = true
    act()
    isFilling.current = false
  })
  return { form, isValid: schema.safeParse(form.values).success }
}

/** The typed quantity, if an order can have it, and what can be done with the order. */
function useOrderAction(form: OrderForm, terms: OrderTerms, quote: OrderQuote | undefined) {
  const quantity = parseOrderableQuantity(form.values.quantity)
  const { data: me } = useQuery(currentUserQuery())
  return { quantity, action: getOrderAction({ quantity, terms, quote, balance: me?.balance }) }
}

/** The quote, the terms, the fields and the submission of an order, whose form is on the screen `back`. */
export function useOrderForm(order: OrderFormInput, back: string) {
  const { setting, criteria, campaignId } = order
  const draftState = useOrderDraft(order)
  const { owner, addPhones, delivery, save, remove } = draftState
  const { sort: _, ...distinct } = delivery.delivery
  const quote = useOrderQuote({ campaignType: setting.key, criteria, addPhones, ...distinct })
  const terms = getOrderTerms(criteria, setting, { quote: quote.data, isCampaign: campaignId !== undefined })
  const suggestion = useSuggestion(order, quote.isPlaceholderData ? undefined : quote.data, terms)
  const isPlaced = useRef(false)
  const open = useOpenOrder()
  const place = usePlaceOrder(getPlacingKey(owner), (placed) => {
    isPlaced.current = true
    remove()
    savePlacedOrder(owner.userId, back)
    void open(placed, draftState.isRepeated)
  })
  const { form, isValid } = useOrderFields(order, { ...draftState, terms, suggestion }, (values, isTyped) => {
    if (isTyped) save(values)
    if (place.isError) place.reset()
  })
  const toInput = (fields: OrderFields) =>
    toOrderInput(order, fields, { addPhones, delivery: delivery.delivery, quote: quote.data })
  const runExclusive = useSingleFlight()
  const send = (placing: Placing, onError?: (error: Error) => void) =>
    runExclusive((release) =>
      place.mutate(placing, {
        onError: (error) => {
          form.showRefusal(error)
          onError?.(error)
        },
        onSettled: release,
      }),
    )
  const { quantity, action } = useOrderAction(form, terms, quote.data)
  const useful = quantity && getUsefulQuantity(quantity, terms, quote.data)
  const agreedInput = toInput({ ...form.values, quantity: String(useful) })
  const agreement = useAgreedOrder({
    back,
    keyName: getPlacingKey(owner),
    current: isValid ? toAgreement(order, agreedInput, terms.creditsPerLead) : undefined,
    isReady: isQuoteSettled(quote) && !place.isPending,
    place: (agreedKey, { onError }) => send({ input: agreedInput, agreedKey }, onError),
  })
  return {
    ...{ form, quote, terms, quantity, action, place, agreement },
    submit: form.submit((fields) => send({ input: toInput(fields) })),
    saveDraft: () => save(form.getValues()),
    ...toChoices(draftState, form),
    deleteDraft: remove,
    hasUnsavedDraft: () => form.isDirty() && !isPlaced.current,
  }
}

/** The choices beside the fields, each saved with the draft. */
const toChoices = (
  { addPhones, setAddPhones, isRepeated, setIsRepeated, delivery, save }: OrderDraftState,
  form: OrderForm,
) => ({
  addPhones: {
    isOn: addPhones,
    onChange: (isOn: boolean) => {
      setAddPhones(isOn)
      save(form.getValues(), { addPhones: isOn })
    },
  },
  repeat: {
    isOn: isRepeated,
    onChange: (isOn: boolean) => {
      setIsRepeated(isOn)
      save(form.getValues(), { isRepeated: isOn })
    },
  },
  delivery: {
    ...delivery,
    onChange: (choice: DeliveryChoice) => {
      delivery.onChange(choice)
      save(form.getValues(), { delivery: choice })
    },
  },
})
