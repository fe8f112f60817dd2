import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/api/enums'
import { Box, Button, Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { CriteriaLabels } from '../../../criteria/describe/criteria-labels.tsx'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { QuantityField } from '../../../entities/order/quantity-field.tsx'
import { formatNumber } from '../../../lib/format/format.ts'
import { getMaxDeliverable } from '../../../lib/order/order-cost.ts'
import { parseOrderableQuantity } from '../../../lib/order/order-schema.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import { CostPanel } from './cost-panel.tsx'
import { isAlwaysIncluded, listColumns, toFileColumns } from './file-columns.ts'
import { type OrderFormInput, useOrderForm } from './use-order-form.ts'

/** Omits the type a column group belongs to, which is clear where that type is selected. */
const stripType = (description: string) => description.replace(/ \(Call Ready\)$/, '')

type ColumnsFieldProps = {
  campaignType: CampaignType
  /** Columns of the other type stay selected. */
  value: FileColumn[]
  onChange: (columns: FileColumn[]) => void
  error?: ReactNode
}

function ColumnsField({ campaignType, value, onChange, error }: ColumnsFieldProps) {
  const chosen = toFileColumns(campaignType, value)
  return (
    <Checkbox.Group
      label="Columns"
      description="What the file says of each lead."
      // Keeps the other type's columns selected.
      value={fileColumns.values.filter((column) => value.includes(column) || chosen.includes(column))}
      error={error}
      onChange={(next) => onChange(fileColumns.values.filter((column) => next.includes(column)))}
    >
      <SimpleGrid minColWidth="min(260px, 100%)" spacing={24} verticalSpacing={14} mt="sm">
        {listColumns(campaignType).map((column) => {
          const isGiven = isAlwaysIncluded(campaignType, column.value)
          const always = isGiven ? '. Always in the file: they are what the order pays for.' : ''
          return (
            <Checkbox
              key={column.value}
              value={column.value}
              label={column.label}
              description={stripType(column.description) + always}
              disabled={isGiven}
            />
          )
        })}
      </SimpleGrid>
      {chosen.includes('SUPPRESSED_PHONES') && (
        <Box mt="sm">
          <Notice tone="warn">
            Nobody may call these numbers. Ask for them only to keep them from being called, and see to it that no
            dialer takes them for others.
          </Notice>
        </Box>
      )}
    </Checkbox.Group>
  )
}

type OrderFormProps = OrderFormInput & {
  /** The URL to return to after buying credits. */
  back: string
  /** Alongside the audience: the way to change it. */
  audienceAside?: ReactNode
  /** What has to be chosen first. */
  children?: ReactNode
}

export function OrderForm({ back, audienceAside, children, ...order }: OrderFormProps) {
  const { setting, criteria } = order
  const quote = useOrderQuote({ campaignType: setting.key, criteria })
  const { form, place, submit, saveDraft, deleteDraft, hasUnsavedDraft } = useOrderForm(order, quote.data)
  const element = useRef<HTMLFormElement>(null)
  useHotkeys([['mod+Enter', () => element.current?.requestSubmit()]], [])
  const { minCampaignVolume } = setting
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <TwoColumns widths="minmax(0, 1fr) 340px">
        <Stack miw={0}>
          {place.isError && <FailureNotice error={place.error} />}
          {children}
          <Panel title="Order">
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
                description={`How many leads, at least ${formatNumber(minCampaignVolume)}.`}
                placeholder={formatNumber(Math.max(minCampaignVolume, 1))}
                setting={setting}
                quote={quote}
                onChoose={(quantity) => form.setFieldValue('quantity', quantity)}
                {...form.getInputProps('quantity')}
              />
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
          <Panel title="Audience" aside={audienceAside}>
            <CriteriaLabels criteria={criteria} />
          </Panel>
        </Stack>
        <CostPanel
          setting={setting}
          quantity={parseOrderableQuantity(form.values.quantity)}
          quote={quote}
          back={back}
          onBuy={saveDraft}
        >
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={place.isPending}
            disabled={quote.data && getMaxDeliverable(quote.data) === 0}
          >
            Place order
          </Button>
        </CostPanel>
      </TwoColumns>
      <LeaveGuard
        when={hasUnsavedDraft}
        title="Leave without ordering?"
        text="What you typed stays in this tab, and is here when you come back."
        leave="Leave"
        discard={{ label: 'Throw it away', act: deleteDraft }}
      />
    </form>
  )
}
