import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getPointName } from '../../../criteria/places/place-names.ts'
import { PointField } from '../../../criteria/places/point-field.tsx'
import type { Delivery, DeliveryChoice } from '../../../lib/order/delivery.ts'
import {
  formatSort,
  getSortKey,
  listSortChoices,
  pointSortKey,
  type SortChoice,
} from '../../../lib/order/delivery-labels.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { OrderPreview } from './order-preview.tsx'

type DeliveryPanelProps = {
  campaignType: CampaignType
  criteria: Criteria
  /** The sort of the lead finder that the audience comes from. */
  finderSort?: OrderSort | undefined
  choice: DeliveryChoice
  delivery: Delivery
  /** Whether to include leads purchased for mail, whose phones are added. */
  addPhones: boolean
  /** Whether the quote, which is needed first, is there. */
  isQuoted: boolean
  onChange: (choice: DeliveryChoice) => void
}

type SortFieldProps = {
  sorts: readonly SortChoice[]
  delivery: Delivery
  onChange: (sort: OrderSort | undefined) => void
}

/** The order of delivery; the nearest to an address or place applies once that is named. */
function SortField({ sorts, delivery, onChange }: SortFieldProps) {
  const [isNaming, setNaming] = useState(false)
  const from = delivery.sort.by === 'distance' ? delivery.sort.from : undefined
  const key = isNaming ? pointSortKey : getSortKey(delivery)
  const choose = (value: string) => {
    setNaming(value === pointSortKey)
    if (value !== pointSortKey) onChange(sorts.find((one) => one.key === value)?.sort)
  }
  return (
    <Stack gap={6}>
      <NativeSelect
        label="Deliver first"
        data={sorts.map(({ key: value, label }) => ({ value, label }))}
        value={key}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {key === pointSortKey && (
        <PointField
          label="Nearest to an address, city or ZIP"
          name={from && (getPointName(from) ?? `${from.lat.toFixed(4)}, ${from.lng.toFixed(4)}`)}
          onPick={({ lat, lng }) => onChange({ by: 'distance', from: { lat, lng } })}
          onClear={() => {
            setNaming(true)
            onChange(undefined)
          }}
        />
      )}
      {key === pointSortKey && !from && (
        <Text fz="xs" c="dimmed">
          Until you name one: {formatSort(delivery.sort)}.
        </Text>
      )}
    </Stack>
  )
}

/** Which leads come first and how many of an owner, with the leads that this gives. */
export function DeliveryPanel({ finderSort, choice, delivery, isQuoted, onChange, ...audience }: DeliveryPanelProps) {
  return (
    <Panel title="Delivery">
      <Stack miw={0}>
        <SortField
          sorts={listSortChoices(audience.criteria, finderSort, delivery.sort)}
          delivery={delivery}
          onChange={(sort) => onChange({ ...choice, sort })}
        />
        <Checkbox
          label="One property per owner"
          checked={delivery.onePerOwner}
          onChange={({ currentTarget: { checked } }) => onChange({ ...choice, onePerOwner: checked })}
        />
        {delivery.onePerAddress !== undefined && (
          <Checkbox
            label="One property per mailing address"
            description="Also spares owners who share a mailbox."
            checked={delivery.onePerAddress}
            onChange={({ currentTarget: { checked } }) => onChange({ ...choice, onePerAddress: checked })}
          />
        )}
        <OrderPreview {...audience} delivery={delivery} isWanted={isQuoted} />
      </Stack>
    </Panel>
  )
}
