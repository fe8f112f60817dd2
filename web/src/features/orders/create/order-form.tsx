import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/vocabularies'
import { Box, Button, Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { CriteriaPhrases } from '../../../criteria/describe/criteria-phrases.tsx'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { QuantityField } from '../../../entities/order/quantity-field.tsx'
import { sentenceFor } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format.ts'
import { getMostDeliverable } from '../../../lib/order-cost.ts'
import { orderableOf } from '../../../lib/order-schema.ts'
import { Notice, Panel } from '../../../ui/display/panel.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import { CostPanel } from './cost-panel.tsx'
import { isAlwaysIncluded, listColumns, toFileColumns } from './file-columns.ts'
import { type OrderToPlace, useOrderForm } from './use-order-form.ts'

/** Leaves out that a group is of one type, which goes without saying where that type is chosen. */
const withoutType = (description: string) => description.replace(/ \(Call Ready\)$/, '')

type ColumnsFieldProps = {
  campaignType: CampaignType
  /** Those of the other type among them stay as they are. */
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
      // The other type's stay chosen too.
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
              description={withoutType(column.description) + always}
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

type OrderFormProps = OrderToPlace & {
  /** The address to come back to once credits are bought. */
  back: string
  /** Beside the audience: the way to change it. */
  audienceAside?: ReactNode
  /** What has to be chosen before the rest. */
  children?: ReactNode
}

export function OrderForm({ back, audienceAside, children, ...order }: OrderFormProps) {
  const { setting, criteria } = order
  const quote = useOrderQuote({ campaignType: setting.key, criteria })
  const { form, place, submit, keep, forget, mayLose } = useOrderForm(order, quote.data)
  const element = useRef<HTMLFormElement>(null)
  useHotkeys([['mod+Enter', () => element.current?.requestSubmit()]], [])
  const { minCampaignVolume } = setting
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <TwoColumns widths="minmax(0, 1fr) 340px">
        <Stack miw={0}>
          {place.isError && <Notice tone="bad">{sentenceFor(place.error)}</Notice>}
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
            <CriteriaPhrases criteria={criteria} />
          </Panel>
        </Stack>
        <CostPanel
          setting={setting}
          quantity={orderableOf(form.values.quantity)}
          quote={quote}
          back={back}
          onBuy={keep}
        >
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={place.isPending}
            disabled={quote.data && getMostDeliverable(quote.data) === 0}
          >
            Place order
          </Button>
        </CostPanel>
      </TwoColumns>
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
