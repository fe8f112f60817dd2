import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { type Delivery, type DeliveryChoice, getSortKey, listSortChoices } from '../../../lib/order/delivery.ts'
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

/** Which leads come first and how many of an owner, with the leads that this gives. */
export function DeliveryPanel({ finderSort, choice, delivery, isQuoted, onChange, ...audience }: DeliveryPanelProps) {
  const sorts = listSortChoices(audience.criteria, finderSort, delivery.sort)
  return (
    <Panel title="Delivery">
      <Stack miw={0}>
        <NativeSelect
          label="Deliver first"
          data={sorts.map(({ key, label }) => ({ value: key, label }))}
          value={getSortKey(delivery)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...choice, sort: sorts.find(({ key }) => key === value)?.sort })
          }
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
