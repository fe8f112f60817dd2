import { excludesPurchased } from '@dooryard/contract/criteria/criteria'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { CriteriaLabels } from '../../../criteria/describe/criteria-labels.tsx'
import { useNoDataText } from '../../../criteria/places/uncovered-places.data.ts'
import { ColumnsField } from '../../../entities/order/delivery/columns-field.tsx'
import { DeliveryPanel } from '../../../entities/order/delivery/delivery-panel.tsx'
import { AgreedOrderNotice } from '../../../entities/order/purchase/agreed-order-notice.tsx'
import { QuantityField } from '../../../entities/order/quantity-field.tsx'
import { formatNumber } from '../../../lib/format/format.ts'
import { getQuantityProblem, parseOrderableQuantity } from '../../../lib/order/order-schema.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import { CostPanel } from './cost-panel.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderBar } from './order-bar.tsx'
import type { OrderFormInput } from './place-order.ts'
import { useOrderForm } from './use-order-form.ts'

type OrderFormProps = OrderFormInput & {
  /** The URL to return to after buying credits. */
  back: string
  /** Alongside the audience: the way to change it. */
  audienceAside?: ReactNode
  /** Below the audience: what can be changed of it here. */
  audienceFields?: ReactNode
  /** What has to be chosen first. */
  children?: ReactNode
}

/** The name and the quantity. A quantity that no order can have is refused while it is typed. */
function OrderFields({ setting, form, terms, quote }: Pick<OrderFormProps, 'setting'> & OrderFormState) {
  const { minQuantity } = terms
  const { quantity } = form.values
  const isRefused = form.isDirty('quantity') && (parseOrderableQuantity(quantity) ?? 0) < minQuantity
  const problem = isRefused ? getQuantityProblem(quantity, { minQuantity, name: setting.name }) : undefined
  const quantityProps = form.getInputProps('quantity')
  return (
    <Stack miw={0}>
      <TextInput
        size="md"
        label="Order name"
        placeholder={setting.key === 'CALL_READY' ? 'First calls' : 'First mailing'}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('orderName')}
      />
      <QuantityField
        description={minQuantity > 1 ? `Minimum ${formatNumber(minQuantity)}` : 'Number of leads'}
        placeholder={formatNumber(minQuantity)}
        terms={terms}
        quote={quote}
        onChoose={(chosen) => form.setFieldValue('quantity', chosen)}
        {...quantityProps}
        error={quantityProps.error ?? problem}
      />
    </Stack>
  )
}

type RepeatProps = { criteria: OrderFormProps['criteria']; isOn: boolean; onChange: (isOn: boolean) => void }

/** The choice to schedule the order once it is placed, which is for the user alone, and for new leads only. */
function RepeatField({ criteria, isOn, onChange }: RepeatProps) {
  if (useIsImpersonating() || criteria.only) return null
  return (
    <Checkbox
      label="Repeat this order"
      description="Choose a schedule for new matches once it is placed"
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

type OrderFormState = Pick<ReturnType<typeof useOrderForm>, 'form' | 'terms' | 'quote'>

export function OrderForm({ back, audienceAside, audienceFields, children, ...order }: OrderFormProps) {
  const { setting, criteria } = order
  const state = useOrderForm(order, back)
  const { form, quote, terms, quantity, action, place, submit, addPhones, delivery, agreement } = state
  const noData = useNoDataText(criteria)
  const element = useRef<HTMLFormElement>(null)
  // A form that cannot be ordered as it stands offers other actions, and Enter takes none of them.
  const isOrderable = action.type === 'order'
  useHotkeys([['mod+Enter', () => element.current?.requestSubmit()]], [])
  const orderQuantity = (covered: number) => {
    form.setFieldValue('quantity', formatNumber(covered))
    submit()
  }
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault()
        if (isOrderable) submit()
      }}
      noValidate
    >
      <TwoColumns widths="minmax(0, 1fr) 340px">
        <Stack miw={0}>
          <AgreedOrderNotice agreement={agreement} />
          {place.isError && <FailureNotice error={place.error} />}
          {children}
          <Panel title="Order">
            <Stack>
              <OrderFields setting={setting} {...{ form, terms, quote }} />
              <RepeatField criteria={criteria} {...state.repeat} />
            </Stack>
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
          <DeliveryPanel
            campaignType={setting.key}
            criteria={criteria}
            addPhones={addPhones.isOn}
            finderSort={order.sort}
            isQuoted={quote.data !== undefined}
            {...delivery}
          />
          <Panel title="Audience" aside={audienceAside}>
            <Stack miw={0}>
              <CriteriaLabels criteria={criteria} />
              {audienceFields}
            </Stack>
          </Panel>
        </Stack>
        <CostPanel
          {...{ terms, quantity, quote, action, noData }}
          isWaiting={agreement.state !== undefined}
          addPhones={excludesPurchased(criteria) ? addPhones : undefined}
        >
          <OrderActions
            action={action}
            isOne={quantity === 1}
            isPending={place.isPending}
            agreement={agreement}
            onBuy={state.saveDraft}
            onOrder={orderQuantity}
          />
        </CostPanel>
      </TwoColumns>
      <OrderBar
        {...{ action, quantity }}
        creditsPerLead={terms.creditsPerLead}
        isPending={place.isPending}
        onOrder={orderQuantity}
      />
      <LeaveGuard
        when={state.hasUnsavedDraft}
        title="Leave without ordering?"
        text="Your entries stay in this tab until you come back."
        leave="Leave"
        discard={{ label: 'Discard', act: state.deleteDraft }}
      />
    </form>
  )
}
